extension Rule {
  static let forNames = [
    misnamed, zeroPadded, notPlainDigits, upperCase, unknownExtension, twoFiles, retinaAlone,
    stray, outsideLink, unreadable,
  ]

  static let misnamed = Rule(
    "misnamed", .names, .error, "A file among the tiles is not named zoom/column/row.png.",
    mend: "Move the file out of the folder, or rename it so that it lies at zoom/column/row.png.")

  static let zeroPadded = Rule(
    "zero-padded", .names, .error, "A number in a tile's name is padded with zeros.",
    mend: "Rename it without the leading zeros; apps ask for the plain number.")

  static let notPlainDigits = Rule(
    "not-plain-digits", .names, .error,
    "A number in a tile's name has a sign, a blank or something else that is no digit.",
    mend: "Rename it so that the digits 0 to 9 are all that is left of the number.")

  static let upperCase = Rule(
    "upper-case", .names, .error, "A tile's name ends in .PNG and not in .png.",
    mend: "Rename it to end in .png; phones tell capital letters from small ones.")

  static let unknownExtension = Rule(
    "unknown-extension", .names, .error, "A file among the tiles does not end in .png.",
    mend: "Export it again as PNG, or move it out of the folder.")

  static let twoFiles = Rule(
    "two-files", .names, .error, "There are two files for one tile.",
    mend: "Keep the right one under the plain name and remove the other.")

  static let retinaAlone = Rule(
    "retina-alone", .names, .error, "A tile has its @2x picture but not the plain one.",
    mend: "Add the plain picture, or remove the @2x one; ordinary screens ask for the plain one.")

  static let stray = Rule(
    "stray", .names, .warning, "Something beside the tiles is no part of the set.",
    mend: "Move it out of the folder; it would be shipped with the app.")

  static let outsideLink = Rule(
    "outside-link", .names, .error, "A link leads out of the set, or nowhere.",
    mend: "Replace the link with a copy of the file it should lead to.")

  static let unreadable = Rule(
    "unreadable", .names, .error, "A file or folder cannot be read.",
    mend: "Give yourself the right to read it, or copy it again from where it came from.")
}

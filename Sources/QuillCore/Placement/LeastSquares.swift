#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Systems of linear equations with at least as many rows as unknowns.
enum LeastSquares {
  /// The unknowns that leave the least sum of squares, one answer for each column of right-hand
  /// sides; nil when the equations leave an unknown open.
  ///
  /// Householder's QR factorisation (Golub and Van Loan, Matrix Computations, 5.2), which does not
  /// square the condition of the equations as normal equations would. Columns are first scaled to
  /// length 1; an unknown counts as open when a diagonal of R falls below `tolerance`. Costs
  /// rows × unknowns² steps.
  static func solve(
    _ rows: [[Double]], _ sides: [[Double]], tolerance: Double = 1e-11
  ) -> [[Double]]? {
    let (m, n) = (rows.count, rows.first?.count ?? 0)
    guard m >= n, n > 0 else { return nil }
    var columns = (0..<n).map { column in rows.map { $0[column] } }
    var sides = sides
    let lengths = columns.map(length)
    for column in columns.indices {
      guard lengths[column] > 0 else { return nil }
      for row in 0..<m { columns[column][row] /= lengths[column] }
    }
    for pivot in 0..<n {
      var mirror = columns[pivot]
      for row in 0..<pivot { mirror[row] = 0 }
      let size = length(mirror)
      guard size > tolerance else { return nil }
      mirror[pivot] += mirror[pivot] < 0 ? -size : size
      let square = mirror.reduce(0) { $0 + $1 * $1 }
      for column in pivot..<n { reflect(&columns[column], mirror, square, from: pivot) }
      for side in sides.indices { reflect(&sides[side], mirror, square, from: pivot) }
    }
    return sides.map { side in
      var answer = Array(side.prefix(n))
      for row in (0..<n).reversed() {
        for column in (row + 1)..<max(n, row + 1) {
          answer[row] -= columns[column][row] * answer[column]
        }
        answer[row] /= columns[row][row]
      }
      return zip(answer, lengths).map { $0 / $1 }
    }
  }

  private static func length(_ vector: [Double]) -> Double {
    sqrt(vector.reduce(0) { $0 + $1 * $1 })
  }

  /// Mirrors a vector at the plane that the mirror stands upright on.
  private static func reflect(
    _ vector: inout [Double], _ mirror: [Double], _ square: Double, from start: Int
  ) {
    var product = 0.0
    for row in start..<vector.count { product += vector[row] * mirror[row] }
    let factor = 2 * product / square
    for row in start..<vector.count { vector[row] -= factor * mirror[row] }
  }
}

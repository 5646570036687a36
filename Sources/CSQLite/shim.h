#include <sqlite3.h>

/* Settings that SQLite takes by a call of any number of arguments, which Swift cannot make. */
static inline int tilequill_sqlite_defend(sqlite3 *database) {
  int code = SQLITE_OK;
#ifdef SQLITE_DBCONFIG_DEFENSIVE
  code |= sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
#endif
#ifdef SQLITE_DBCONFIG_TRUSTED_SCHEMA
  code |= sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
#endif
  code |= sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  return code;
}

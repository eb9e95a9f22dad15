/**
 * An error of PostgreSQL with its SQLSTATE in `code`. Re-exported so that other modules do not depend on the driver.
 */
export { DatabaseError } from 'pg'

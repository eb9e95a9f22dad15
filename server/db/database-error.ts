/** What PostgreSQL refused, its SQLSTATE in `code`. Said again here so that other rooms need not know the driver. */
export { DatabaseError } from 'pg'

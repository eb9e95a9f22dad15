import { type RawBuilder, sql } from 'kysely'

/** An order of rows that is another one at each time. @param id the column of their ids */
export const shuffledAt = (id: string, now: Date): RawBuilder<string> =>
  sql`md5(${sql.ref(id)}::text || ${now.toISOString()})`

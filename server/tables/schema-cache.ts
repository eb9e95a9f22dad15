import { readCatalogue, type Catalogue } from './catalogue-sql.ts'
import type { Database } from '../db/database.ts'

export interface Column {
  name: string
  /** As Postgres writes it, with length and precision: trusted text, comes from the catalogue only. */
  type: string
  /** The default's expression, from the catalogue. */
  default: string | null
}

export interface Table {
  name: string
  columns: Map<string, Column>
  primaryKey: string[]
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** How rows of `from` belong to rows of `to`. */
export interface Relationship {
  from: string
  to: string
  cardinality: Cardinality
  constraint: string
  /** Pairs of columns that are equal: [of `from`, of `to`]. For many-to-many see `junction`. */
  columns: [string, string][]
  /** `from` holds the foreign key. */
  holdsKey: boolean
  junction: Junction | null
}

export interface Junction {
  table: string
  toConstraint: string
  /** [of `from`, of the junction] and [of the junction, of `to`]. */
  fromColumns: [string, string][]
  toColumns: [string, string][]
}

export interface SchemaCache {
  tables: Map<string, Table>
  relationships: Relationship[]
}

/** Tables, columns, keys and relationships of schema `public`. Identifiers in SQL come from here and nowhere else. */
export function buildSchemaCache({ columns, keys, foreignKeys }: Catalogue): SchemaCache {
  const tables = new Map<string, Table>()
  for (const { table, column, type, default: expression } of columns) {
    const entry = tables.get(table) ?? { name: table, columns: new Map<string, Column>(), primaryKey: [] }
    entry.columns.set(column, { name: column, type, default: expression })
    tables.set(table, entry)
  }
  for (const key of keys) {
    const table = tables.get(key.table)
    if (table && key.primary) table.primaryKey = key.columns
  }

  const own = foreignKeys.filter(({ table, target }) => tables.has(table) && tables.has(target))
  const direct = own.flatMap((key): Relationship[] => {
    const unique = keys.some((each) => each.table === key.table && sameSet(each.columns, key.columns))
    const columns = zip(key.columns, key.targetColumns)
    const common = { constraint: key.constraint, junction: null }
    return [
      {
        ...common,
        from: key.table,
        to: key.target,
        columns,
        holdsKey: true,
        cardinality: unique ? 'one-to-one' : 'many-to-one',
      },
      {
        ...common,
        from: key.target,
        to: key.table,
        columns: zip(key.targetColumns, key.columns),
        holdsKey: false,
        cardinality: unique ? 'one-to-one' : 'one-to-many',
      },
    ]
  })

  const throughJunctions = own.flatMap((left) =>
    own.flatMap((right): Relationship[] => {
      if (left.table !== right.table || left.constraint === right.constraint) return []
      const primary = new Set(tables.get(left.table)?.primaryKey)
      if (![...left.columns, ...right.columns].every((column) => primary.has(column))) return []
      return [
        {
          from: left.target,
          to: right.target,
          cardinality: 'many-to-many',
          constraint: left.constraint,
          columns: [],
          holdsKey: false,
          junction: {
            table: left.table,
            toConstraint: right.constraint,
            fromColumns: zip(left.targetColumns, left.columns),
            toColumns: zip(right.columns, right.targetColumns),
          },
        },
      ]
    }),
  )
  return { tables, relationships: [...direct, ...throughJunctions] }
}

const zip = (left: string[], right: string[]): [string, string][] =>
  left.flatMap((each, index): [string, string][] => {
    const other = right[index]
    return other === undefined ? [] : [[each, other]]
  })

const sameSet = (left: string[], right: string[]): boolean =>
  left.length === right.length && left.every((each) => right.includes(each))

/** A request that names something unknown may ask for a fresh look this often at most. */
const freshForMs = 1000

interface Loaded {
  cache: Promise<SchemaCache>
  at: number
}

/** One per database and process; belongs to the database's life, hence the weak map. */
const loaded = new WeakMap<Database, Loaded>()

/**
 * The schema as last read. Migrations run before a server starts, but another node may be of a newer version: `stale` asks for a
 * fresh look, because something was named that this cache does not know.
 * @param now epoch milliseconds
 */
export async function schemaCache(db: Database, now: number, { stale = false } = {}): Promise<SchemaCache> {
  const known = loaded.get(db)
  if (known && !(stale && now - known.at >= freshForMs)) return known.cache
  const cache = db.asService(readCatalogue).then(buildSchemaCache)
  loaded.set(db, { cache, at: now })
  // The next request tries again.
  cache.catch(() => loaded.delete(db))
  return cache
}

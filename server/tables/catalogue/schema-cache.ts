import { readCatalogue, type Catalogue } from './read-catalogue.ts'
import type { Database } from '../../db/database.ts'

/** Minimum interval between reloads of the schema cache that unknown names cause. */
const schemaCacheMinAgeMs = 1000

export interface Column {
  name: string
  /** PostgreSQL's name with length and precision. Trusted SQL text: it comes from the catalogue only. */
  type: string
  /** The default's expression, from the catalogue. */
  default: string | null
}

export interface Table {
  name: string
  columns: Map<string, Column>
  primaryKey: string[]
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** A relationship by which rows of `to` can be embedded in rows of `from`. */
export interface Relationship {
  from: string
  to: string
  cardinality: Cardinality
  constraint: string
  /** Pairs of joined columns: [of `from`, of `to`]. Empty for many-to-many: see `junction`. */
  columns: [string, string][]
  /** The foreign key is a constraint of `from`. */
  hasForeignKey: boolean
  junction: Junction | null
}

interface Junction {
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

/** Tables, columns, keys and relationships of schema `public`: the only source of identifiers in SQL. */
export function buildSchemaCache(catalogue: Catalogue): SchemaCache {
  const tables = collectTables(catalogue)
  const foreignKeys = catalogue.foreignKeys.filter(({ table, target }) => tables.has(table) && tables.has(target))
  const direct = foreignKeys.flatMap((key) => directRelationships(key, catalogue.keys))
  const toMany = foreignKeys.filter((key) => !isUnique(key, catalogue.keys))
  return { tables, relationships: [...direct, ...junctionRelationships(toMany, tables)] }
}

function collectTables({ columns, keys }: Catalogue): Map<string, Table> {
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
  return tables
}

type ForeignKey = Catalogue['foreignKeys'][number]

const isUnique = (key: ForeignKey, keys: Catalogue['keys']): boolean =>
  keys.some((each) => each.table === key.table && sameSet(each.columns, key.columns))

/** Both directions of a foreign key; one-to-one where its columns are unique. */
function directRelationships(key: ForeignKey, keys: Catalogue['keys']): Relationship[] {
  const unique = isUnique(key, keys)
  const common = { constraint: key.constraint, junction: null }
  return [
    {
      ...common,
      from: key.table,
      to: key.target,
      columns: zip(key.columns, key.targetColumns),
      hasForeignKey: true,
      cardinality: unique ? 'one-to-one' : 'many-to-one',
    },
    {
      ...common,
      from: key.target,
      to: key.table,
      columns: zip(key.targetColumns, key.columns),
      hasForeignKey: false,
      cardinality: unique ? 'one-to-one' : 'one-to-many',
    },
  ]
}

/**
 * Many-to-many relationships through tables whose primary key contains both foreign keys, none of which is unique by
 * itself.
 */
function junctionRelationships(foreignKeys: ForeignKey[], tables: Map<string, Table>): Relationship[] {
  return foreignKeys.flatMap((left) =>
    foreignKeys.flatMap((right): Relationship[] => {
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
          hasForeignKey: false,
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
}

const zip = (left: string[], right: string[]): [string, string][] =>
  left.flatMap((each, index): [string, string][] => {
    const other = right[index]
    return other === undefined ? [] : [[each, other]]
  })

const sameSet = (left: string[], right: string[]): boolean =>
  left.length === right.length && left.every((each) => right.includes(each))

interface Loaded {
  cache: Promise<SchemaCache>
  at: number
}

/** One cache per database; the weak map releases it with the database. */
const loaded = new WeakMap<Database, Loaded>()

/**
 * The schema as last read. `stale` requests a reload after a request named something unknown: another node with a newer
 * version may have run migrations.
 * @param now epoch milliseconds
 */
export async function loadSchemaCache(db: Database, now: number, { stale = false } = {}): Promise<SchemaCache> {
  const known = loaded.get(db)
  if (known && !(stale && now - known.at >= schemaCacheMinAgeMs)) return known.cache
  const cache = db.asService(readCatalogue).then(buildSchemaCache)
  loaded.set(db, { cache, at: now })
  // After a failure the next request loads it again.
  cache.catch(() => loaded.delete(db))
  return cache
}

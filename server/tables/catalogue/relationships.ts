import { RestError } from '../parse/rest-error.ts'
import type { Relationship, SchemaCache } from './schema-cache.ts'

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one'

/**
 * Resolves the relationship for embedding `target` in `origin`.
 * @param target a table, the name of a foreign key, or a joined column of `origin`
 * @param hint the name of a foreign key, a joined column on either side, or the junction table
 */
export function findRelationship(
  cache: SchemaCache,
  origin: string,
  target: string,
  hint: string | null,
): Relationship {
  const candidates = cache.relationships.filter((each) => each.from === origin && matches(each, target, hint))
  const [only, ...others] = candidates
  if (!only) throw noRelationshipError(cache, origin, target, hint)
  if (others.length > 0) throw ambiguousRelationshipError(origin, target, candidates)
  return only
}

function matches(each: Relationship, target: string, hint: string | null): boolean {
  if (each.from === each.to) return matchesSelfReference(each, target, hint)
  const isTable = each.to === target
  if (each.junction) return isTable && (hint === null || each.junction.table === hint)
  const [own, other] = singleColumns(each)
  if (hint === null) return isTable || each.constraint === target || own === target
  return isTable && [each.constraint, own, other].includes(hint)
}

/**
 * PostgREST's convention, because one foreign key has two directions here: the table's name means the children, where
 * its column may be the hint, and the column's name means the parent. The name of the foreign key means neither, and
 * nothing names a one-to-one relationship or one through a junction table.
 */
function matchesSelfReference(each: Relationship, target: string, hint: string | null): boolean {
  const [own, other] = singleColumns(each)
  if (each.cardinality === 'one-to-many') return each.to === target && (hint === null || other === hint)
  return each.cardinality === 'many-to-one' && hint === null && own === target
}

/** A foreign key of several columns is not named by one of them. */
const singleColumns = ({ columns }: Relationship): [own?: string, other?: string] =>
  (columns.length === 1 && columns[0]) || []

function noRelationshipError(cache: SchemaCache, origin: string, target: string, hint: string | null): RestError {
  const using = hint === null ? '' : ` using the hint '${hint}'`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details:
        `Searched for a foreign key relationship between '${origin}' and '${target}'${using} ` +
        "in the schema 'public', but no matches were found.",
      hint: relationshipHint(cache, origin, target),
    },
  )
}

function relationshipHint(cache: SchemaCache, origin: string, target: string): string | null {
  const related = cache.relationships.filter(({ from }) => from === origin).map(({ to }) => to)
  const close = closestName(target, related)
  return close !== null && close !== target ? `Perhaps you meant '${close}' instead of '${target}'.` : null
}

function ambiguousRelationshipError(origin: string, target: string, candidates: Relationship[]): RestError {
  const hints = candidates.map((each) => `'${each.to}!${each.junction?.table ?? each.constraint}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: candidates.map((each) => ({
        cardinality: each.cardinality,
        embedding: `${each.from} with ${each.to}`,
        relationship: describe(each),
      })),
      hint:
        `Try changing '${target}' to one of the following: ${hints.join(', ')}. ` +
        "Find the desired relationship in the 'details' key.",
    },
  )
}

const list = (names: string[]): string => `(${names.join(', ')})`

function describe({ from, to, constraint, columns, junction }: Relationship): string {
  if (junction) {
    const left = list(junction.fromColumns.map(([, column]) => column))
    const right = list(junction.toColumns.map(([column]) => column))
    return `${junction.table} using ${constraint}${left} and ${junction.toConstraint}${right}`
  }
  const [left, right] = [list(columns.map(([own]) => own)), list(columns.map(([, other]) => other))]
  return `${constraint} using ${from}${left} and ${to}${right}`
}

/** The name with the smallest edit distance to the requested one; null where none is close. */
export function closestName(name: string, names: string[]): string | null {
  const [best] = [...new Set(names)]
    .map((each) => ({ each, distance: editDistance(name.slice(0, 63), each) }))
    .sort((left, right) => left.distance - right.distance)
  return best && best.distance <= Math.max(2, Math.floor(best.each.length / 2)) ? best.each : null
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [row, character] of left.split('').entries()) {
    const current = [row + 1]
    for (const [column, other] of right.split('').entries()) {
      const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}

import { RestError } from './rest-error.ts'
import type { Relationship, SchemaCache } from './schema-cache.ts'

export const isToOne = ({ cardinality }: Relationship): boolean =>
  cardinality === 'many-to-one' || cardinality === 'one-to-one'

/**
 * Resolves the relationship for embedding `target` in `origin`.
 * @param target a table, the name of a foreign key, or the foreign key column of `origin`
 * @param hint the name of a foreign key, a column on either side, or the junction table
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
  const isSelf = each.from === each.to
  if (hint === null && each.hasForeignKey && (each.constraint === target || hasKeyColumn(each, target))) return true
  if (hint === null && !each.hasForeignKey && each.junction === null && each.constraint === target && !isSelf)
    return true
  if (each.to !== target) return false
  // In a self-reference the table name means the children; the foreign key column means the parent.
  if (hint === null) return !isSelf || !each.hasForeignKey
  if (each.junction)
    return each.junction.table === hint || each.constraint === hint || each.junction.toConstraint === hint
  if (isSelf && each.hasForeignKey) return false
  return (
    each.constraint === hint || hasKeyColumn(each, hint) || (each.columns.length === 1 && each.columns[0]?.[1] === hint)
  )
}

const hasKeyColumn = ({ hasForeignKey, columns }: Relationship, name: string): boolean =>
  hasForeignKey && columns.length === 1 && columns[0]?.[0] === name

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
  const hints = candidates.map((each) => `'${target}!${each.junction?.table ?? each.constraint}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${candidates[0]?.to ?? target}'`,
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

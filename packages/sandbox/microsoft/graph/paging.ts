import { createHash } from 'node:crypto'
import type { GraphCall } from './graph-call.ts'
import { graphBase } from './graph-call.ts'
import { badRequest } from './errors.ts'

const DEFAULT_PAGE = 10
const MAX_PAGE_SIZE = 1000

export function pageSize(call: GraphCall): number {
  const top = call.request.query.get('$top')
  if (top === null) return Math.min(call.prefer.maxPageSize ?? DEFAULT_PAGE, MAX_PAGE_SIZE)
  if (!/^\d+$/.test(top) || Number(top) < 1 || Number(top) > MAX_PAGE_SIZE) {
    throw badRequest(
      `Invalid value '${top}' for $top query option found. The $top query option requires a value from 1 to 1000.`,
    )
  }
  return Number(top)
}

export function skipOf(call: GraphCall): number {
  const { query } = call.request
  checkLink(call)
  const skip = query.get('$skip')
  if (skip === null) return 0
  if (!/^\d+$/.test(skip)) throw badRequest(`Invalid value '${skip}' for $skip query option found.`)
  return Number(skip)
}

/** The link to the next page: the same query with another `$skip`, and a hash that detects changed links. */
export function nextLink(call: GraphCall, skip: number): string {
  const query = new URLSearchParams(call.request.query)
  query.delete('$skiptoken')
  query.set('$skip', String(skip))
  query.set('$skiptoken', markOf(call, query))
  return linkTo(call, query)
}

function linkTo(call: GraphCall, query: URLSearchParams): string {
  const text = query.toString().replaceAll('%24', '$').replaceAll('+', '%20')
  return `${graphBase(call.request)}/${call.request.path}?${text}`
}

function checkLink(call: GraphCall): void {
  const { query } = call.request
  const mark = query.get('$skiptoken')
  if (mark === null) return
  const rest = new URLSearchParams(query)
  rest.delete('$skiptoken')
  if (mark !== markOf(call, rest)) throw badRequest('Skip token is not valid.')
}

function markOf(call: GraphCall, query: URLSearchParams): string {
  const pairs = [...query].map((pair) => pair.join('=')).sort()
  return createHash('sha256')
    .update(`${call.mailbox.tag} ${call.request.path} ${pairs.join('&')}`)
    .digest('base64url')
    .slice(0, 22)
}

/** The body of a list: `@odata.context`, the page, and the link to the next one. */
export function collection(call: GraphCall, context: string, value: unknown[], next: string | null, count?: number) {
  return {
    '@odata.context': `${graphBase(call.request)}/$metadata#${context}`,
    ...(count === undefined ? {} : { '@odata.count': count }),
    ...(next === null ? {} : { '@odata.nextLink': next }),
    value,
  }
}

export function wantsCount(call: GraphCall): boolean {
  return call.request.query.get('$count') === 'true'
}

export function usersContext(call: GraphCall, rest: string): string {
  return `users('${encodeURIComponent(call.mailbox.account.id)}')/${rest}`
}

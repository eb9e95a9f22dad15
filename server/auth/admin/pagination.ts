import type { RawCall } from '../../http/routing/route.ts'
import { refuse } from '../protocol/auth-error.ts'
import { jsonResponse } from '../protocol/auth-route.ts'
import type { Page } from './managed-user-queries.ts'

const adminDefaultPageSize = 50
const adminMaxPageSize = 1000

/** @throws AuthError `validation_failed` */
export function readPage({ url }: RawCall): Page {
  const page = numberOf(url.searchParams.get('page'), 1)
  const perPage = Math.min(numberOf(url.searchParams.get('per_page'), adminDefaultPageSize), adminMaxPageSize)
  return { page, perPage }
}

function numberOf(given: string | null, usual: number): number {
  if (!given) return usual
  if (!/^[1-9]\d{0,6}$/.test(given))
    refuse(400, 'validation_failed', 'Bad Pagination Parameters: page and per_page must be numbers from 1 on')
  return Number(given)
}

/** One page of a list. The client reads the total and the next and last page from the headers (RFC 8288). */
export function pageResponse(body: unknown, { url }: RawCall, { page, perPage }: Page, total: number): Response {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string): string => {
    const query = new URLSearchParams(url.searchParams)
    query.set('page', String(number))
    query.set('per_page', String(perPage))
    return `<${url.pathname}?${query}>; rel="${rel}"`
  }
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  const response = jsonResponse(body)
  response.headers.set('x-total-count', String(total))
  response.headers.set('link', links.join(', '))
  return response
}

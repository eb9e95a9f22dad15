/** Bound on the work for one address, whatever it contains. */
export const ADDRESS_LIMIT = 200
const LIST_HEADERS = ['list-id', 'x-mailing-list', 'x-beenthere', 'list-post', 'mailing-list'] as const

export function cleanAddress(address: string): string {
  return (
    address
      .slice(0, ADDRESS_LIMIT)
      // Half of a surrogate pair, which PostgreSQL rejects in JSON.
      .replace(/[\uD800-\uDBFF]$/, '')
      .toLowerCase()
      .replace(/[<>\s"']/g, '')
  )
}

/** Identifier of a mailing list: the part of List-Id in angle brackets, otherwise the whole value (RFC 2919). */
export function listIdOf(headers: Readonly<Record<string, string>>): string {
  for (const name of LIST_HEADERS) {
    const value = headers[name]
    if (!value) continue
    const bracketed = /<([^<>]+)>/.exec(value.slice(0, 2 * ADDRESS_LIMIT))
    return cleanAddress((bracketed?.[1] ?? value).replace(/^(?:mailto:|list )/i, '').split(';')[0] ?? '')
  }
  return ''
}

/** No word of an address or a description: "caterer" for "caterer.shop", "river" for "river.bank". */
export const DOMAIN_ENDING = /(?:\.(?:co|com|org))?\.[a-z]{2,24}$/i

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

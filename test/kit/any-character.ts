import fc from 'fast-check'

/**
 * Any code point but the halves of surrogate pairs. The unit `binary` of fast-check is the same, and takes a second and
 * 85 MB in each worker; so does `webUrl`, for which `anyUrl` stands.
 */
export const anyCharacter = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

const urlPart = fc.string({ unit: anyCharacter, maxLength: 12 }).map(encodeURIComponent)

/** An absolute address of a web page, with any encoded path. */
export const anyUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(urlPart, { maxLength: 4 }))
  .map(([scheme, host, path]) => `${scheme}://${[host, ...path].join('/')}`)

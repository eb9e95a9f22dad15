import { refusal, type Refusal } from './smtp-refusal.ts'

/** RFC 5321 §4.5.3.1: 64 octets before the @, 254 in total. */
const MAX_LOCAL_OCTETS = 64
const MAX_ADDRESS_OCTETS = 254
const LOCAL = /^[^\s@"<>()[\]\\,;:]+$/u
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u

/** The SMTP error for an invalid address, or null. Domains under `.invalid` do not exist. */
export function addressRefusal(address: string): Refusal | null {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  const fits = local.length <= MAX_LOCAL_OCTETS && Buffer.byteLength(address) <= MAX_ADDRESS_OCTETS
  const dots = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  if (
    at < 1 ||
    !fits ||
    !dots ||
    !LOCAL.test(local) ||
    labels.length < 2 ||
    !labels.every((label) => LABEL.test(label))
  ) {
    return refusal(553, '5.1.3', 'The address is not a valid RFC 5321 address')
  }
  if (labels.at(-1)?.toLowerCase() === 'invalid') return refusal(550, '5.1.2', 'Domain not found')
  return null
}

import { isSharedProvider } from '../../../packages/classifier/classifier.ts'
import { withoutPlusTag } from './without-plus-tag.ts'

/** Registries below a country's domain, under which organizations register: `firm.co.uk`. */
const registries = new Set(
  'ac co com ed edu fin firm gen go gob gouv gov govt gv id ind ltd mil ne net nhs nom or org plc sch'.split(' '),
)

/**
 * What the addresses of one organization have in common: the registered domain, for those at a public mail provider
 * the address itself.
 */
export function organizationOf(address: string): string {
  const plain = withoutPlusTag(address.trim().toLowerCase())
  const domain = plain.slice(plain.lastIndexOf('@') + 1)
  if (isSharedProvider(domain)) return plain
  const labels = domain.split('.')
  const isBelowCountry = labels.at(-1)?.length === 2 && registries.has(labels.at(-2) ?? '')
  return labels.slice(isBelowCountry ? -3 : -2).join('.')
}

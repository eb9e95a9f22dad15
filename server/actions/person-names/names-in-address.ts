import { normalizeName } from './given-names.ts'

/** The words of the local part, and the labels of the domain. */
export function namesInAddress(address: string): { parts: string[]; domain: string[] } {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return {
    parts: local.split(/[._+\d-]/).filter(Boolean),
    domain: domain.replaceAll('-', '').split('.').slice(0, -1),
  }
}

/** Whether the local part repeats the given name, or its first letter, and a surname: jane.doe@, j.doe@, jdoe@. */
export function isRepeatedIn(parts: string[], given: string, surnames: string[]): boolean {
  const local = parts.join('')
  return spellingsOf(given).some((first) =>
    [...surnames, surnames.join('')].flatMap(spellingsOf).some((last) => {
      if (!parts.includes(last)) return local === first.charAt(0) + last
      return parts.includes(first) || parts.includes(first.charAt(0)) || first.length === 1
    }),
  )
}

/** "Müller" is "muller" or "mueller" in addresses. */
const spellingsOf = (name: string): string[] => [
  normalizeName(name),
  normalizeName(
    name
      .toLowerCase()
      .normalize('NFC')
      .replace(/[äöüø]/gu, (letter) => `${normalizeName(letter)}e`),
  ),
]

/** The name of a person as it is said: `given` alone in an informal greeting. */
interface PersonName {
  given: string
  whole: string
}

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

const titles = wordsOf(
  `dr prof professor mr mrs ms miss mx sir herr herrn frau hr fr mme madame mlle monsieur m señor señora sr sra sig
  dott ing ir drs dipl-ing dhr mevr mevrouw`,
)
const degrees = wordsOf(
  `phd md mba msc bsc ma ba cpa cfa cissp pmp rn dds jd llm esq jr sr ii iii iv mfa mph dipl-ing dr prof facs rdn
  lcsw`,
)
/** Shorter ones are written in capitals, which no name is. */
const legalForms = wordsOf(
  `inc ltd llc llp plc corp corporation company limited gmbh mbh ohg gbr kgaa sas sarl sasu srl spa slu lda ltda
  oyj aps kft zrt doo sro spzoo pty pte bhd holding group gruppe`,
)
/** What departments, programs and mailboxes that several people read are called. */
const shared = wordsOf(
  `team support service services customer customers sales billing accounting accounts info office marketing
  newsletter news shop store webshop orders order bookings reservations help helpdesk desk admin administrator
  system notification notifications alert alerts noreply no-reply reply mailer daemon department jobs career
  careers press hello kontakt contact vertrieb einkauf buchhaltung rechnung rechnungen bestellung bestellungen
  kundenservice kundendienst personal personalabteilung abteilung presse verwaltung sekretariat finance finanzen
  mail post ventes commande commandes facturation comptabilité équipe equipo ventas facturación atención
  klantenservice verkoop inkoop administratie afdeling bestellingen facturen bank university universität hotel
  restaurant praxis verein verlag club school schule`,
)

const plain = (word: string): string => word.toLowerCase().replace(/[.’']/g, '')
const isShared = (word: string): boolean => shared.has(plain(word)) || legalForms.has(plain(word))

/**
 * Reads the display name of a sender: "Doe, Jane (Finance)" is "Jane Doe", "Dr. Jane Doe, PhD" is "Dr. Jane Doe".
 * @param address confirms a name: "Jane" of jane.doe@ is one, "Acme" of info@ is none
 * @returns null for companies, departments, programs, and where no given name is certain
 */
export function readPersonName(display: string, address: string): PersonName | null {
  const bare = display.replace(/\s*[([{][^)\]}]*[)\]}]/g, ' ').replace(/^["'“”„\s]+|["'“”„\s]+$/g, '')
  const [front = '', ...behind] = bare.split(',').map((part) => part.trim())
  const notes = behind.filter((part) => !part.split(/\s+/).every((word) => degrees.has(plain(word))))
  // "Doe, Jane": one word or a surname with particles, then the given names. "Jane Doe, Sales" ends with a department.
  const [second] = notes
  const isDepartment = second !== undefined && second.split(/\s+/).some(isShared)
  if (notes.length > 1 || (second !== undefined && !isDepartment && !isSurname(front))) return null
  const said = second === undefined || isDepartment ? front : `${second} ${front}`

  const words = said.split(/\s+/).filter(Boolean)
  const names = words.filter((word) => !titles.has(plain(word)))
  if (names.length === 0 || names.some((word) => isShared(word) || !isNameLike(word))) return null
  // Nothing but the address tells that a single word is a given name, and who reads the email of an office.
  const inAddress = namesIn(address)
  const isConfirmed = names.some((word) => inAddress.includes(plain(word)))
  if (!isConfirmed && (names.length === 1 || inAddress.some(isShared))) return null
  const [given = ''] = names
  const whole = words.join(' ')
  const isSurnameOrInitial = plain(given).length === 1 || (names.length === 1 && words.length > 1)
  return { given: isSurnameOrInitial ? whole : given, whole }
}

/** Words in capitals are abbreviations of companies as often as names. */
const isNameLike = (word: string): boolean =>
  /^[\p{L}\p{M}][\p{L}\p{M}'’.-]*$/u.test(word) && !/^\p{Lu}{2,}$/u.test(word)

/** One word, with particles before it: "Doe", "van der Berg". */
const isSurname = (part: string): boolean => {
  const words = part.split(/\s+/)
  return words.slice(0, -1).every((word) => /^\p{Ll}|^(?:Mac|St\.|Van|Von|De[rn]?|Del|Di|El|Al)$/u.test(word))
}

/** The words of the local part. */
const namesIn = (address: string): string[] =>
  (address.split('@')[0] ?? '')
    .toLowerCase()
    .split(/[._+\d-]/)
    .filter(Boolean)

import { normalizeName, isGivenName } from './given-names.ts'
import { isRepeatedIn, namesInAddress } from './names-in-address.ts'

/** The name of a person as it is said: `given` alone in an informal greeting. */
interface PersonName {
  given: string
  whole: string
}

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Others are recognised as abbreviations: "med.", "Dipl.-Kfm.", "Rev.". */
const titles = wordsOf(
  `dr prof professor mr mrs ms miss mx sir herr herrn frau hr fr mme madame mlle monsieur m señor señora sr sra sig
  dott ing ir drs dhr mevr mevrouw rev reverend hon lord lady dame pastor pfarrer father sister rabbi imam don doña
  coach councillor barr maître meester`,
)
const degrees = wordsOf(
  `phd md mba msc bsc ma ba cpa cfa cissp pmp rn dds jd llm llb esq jr sr ii iii iv mfa mph dipl-ing dr prof facs
  rdn lcsw cpp dphil mphil meng beng`,
)
const particles = wordsOf(
  `van von vom der den de del della dello di da das do dos du la le les lo ten ter te tot zu zum zur bin ibn al el ul
  af av 't`,
)
/** Shorter ones are written in capitals, which no name is. */
const legalForms = wordsOf(
  `inc ltd llc llp plc corp corporation company limited gmbh mbh ohg gbr kgaa sas sarl sasu srl spa slu lda ltda
  oyj aps kft zrt doo sro spzoo pty pte bhd holding group gruppe groupe grupo groep partners sons söhne brothers`,
)
/** What departments, programs, shops, authorities and mailboxes that several people read are called. */
const shared = wordsOf(
  `team support service services customer customers sales billing accounting accounts info office marketing
  newsletter news shop store webshop orders order bookings reservations help helpdesk desk admin administrator
  system notification notifications alert alerts noreply no-reply reply mailer daemon department jobs career
  careers press hello kontakt contact vertrieb einkauf buchhaltung rechnung rechnungen bestellung bestellungen
  kundenservice kundendienst personal personalabteilung abteilung presse verwaltung sekretariat finance finanzen
  mail post ventes commande commandes facturation comptabilité équipe equipo ventas facturación atención
  klantenservice verkoop inkoop administratie afdeling bestellingen facturen bank university universität hotel
  restaurant praxis verein verlag club school schule stadt city ville ciudad gemeente gemeinde landkreis ministerium
  ministry amt behörde council police polizei kirche church hospital klinik klinikum clinic clinique clínica
  pharmacy pharmacie farmacia apotheke bakery bäckerei boulangerie bakkerij metzgerei café cafe bar studio studios
  garage werkstatt autohaus salon institut institute instituut foundation stiftung stichting fondation academy
  akademie college école escuela colegio association verband federation society museum theater theatre galerie
  gallery airlines airways energy energie telekom telecom insurance versicherung versicherungen assurance seguros
  consulting solutions systems software technologies media digital logistics transport travel reisen immobilien
  properties estate kanzlei notariat agentur agency agence agencia studio bv nv ag kg community security account
  hr it pr payroll reception empfang zentrale bibliothek library blumen getränke möbel moden cosmetics fashion
  gymnasium krankenhaus kita kindergarten lycée collège residenz care mobile experts mesa unidad buzón secretaría cita
  feria projet project projekt`,
)
/** The last parts of such words in German, and endings of nouns that are no names. */
const sharedEnding = new RegExp(
  `(?:${[
    ...wordsOf(`amt kasse bank werke? verein schule klinik beratung zentrum dienste? service gruppe büro kanzlei praxis
    verband stelle agentur center versand versicherung verlag apotheke bäckerei gesellschaft verwaltung abteilung
    ción tion heit keit schaft`),
  ].join('|')})$`,
  'u',
)

const maxNames = 5

const plain = (word: string): string => word.toLowerCase().replace(/[.’']/gu, '')
const isTitle = (word: string): boolean =>
  titles.has(plain(word)) || (/^\p{L}[\p{L}.-]+\.(?:-\p{L}+\.?)?$/u.test(word) && plain(word) !== 'st')
const isLegalForm = (word: string): boolean => legalForms.has(plain(word))
const isShared = (word: string): boolean =>
  [word, ...word.split('-')].some((part) => shared.has(plain(part)) || sharedEnding.test(plain(part)))
/** Whether the words of an address show that several people or programs read it: "service-desk@firm.example". */
export const isSharedAddress = (address: string): boolean =>
  (address.split('@')[0] ?? '').split(/[-_.+\d]/).some(isShared)
const isDegree = (word: string): boolean => degrees.has(plain(word))

/**
 * Reads the display name of a sender: "Doe, Jane (Finance)" is "Jane Doe", "Dr. Jane Doe, PhD" is "Dr. Jane Doe".
 * @param address confirms a name that is not common: "Xenja Doe" of xenja.doe@ or xdoe@
 * @returns null for companies, departments, programs, and where no given name is certain
 */
export function readPersonName(display: string, address: string): PersonName | null {
  const words = inSpokenOrder(display)
  const front = words.findIndex((word) => !isTitle(word))
  const names = words.slice(front)
  if (front < 0 || !areNames(names)) return null
  const whole = words.join(' ')
  const [given = '', ...others] = names
  const { parts, domain } = namesInAddress(address)
  const isInAddress = names.some((word) => parts.includes(normalizeName(word)))
  // Only the address shows that a single word is the name of one reader: "Jane" of jane@, "Dr. Doe" of doe@.
  if (others.length === 0)
    return isInAddress && (front > 0 || isGivenName(given)) ? { given: front > 0 ? whole : given, whole } : null
  if (isGivenName(given)) return isCompany(names, parts, domain) ? null : { given, whole }
  if (!isRepeatedIn(parts, given, others)) return null
  // "J. Doe"; "Kovács Anna" and "Tan Wei" of wei.tan@, whose given names are last.
  const isUncertain =
    plain(given).length === 1 || others.some(isGivenName) || !parts[0]?.startsWith(normalizeName(given).charAt(0))
  return { given: isUncertain ? whole : given, whole }
}

/** "Jane Doe" of info@ or at jane-doe.example; "Tom van Nordwind" at nordwind.example. */
function isCompany(names: string[], parts: string[], domain: string[]): boolean {
  const [given = '', ...others] = names
  const name = names.map(normalizeName)
  const isInAddress = name.some((word) => parts.includes(word))
  const particle = names.findIndex((word) => particles.has(word))
  const isOfDomain =
    particle > 0 && domain.some((label) => name.slice(particle + 1).some((word) => label.includes(word)))
  if (isOfDomain && !isRepeatedIn(parts, given, others)) return true
  return !isInAddress && (parts.some(isShared) || domain.includes(name.slice(0, 2).join('')))
}

/** For the user's own signature: "Doe, Jane - Finance" is "Jane Doe". What is no name stays as it is. */
export function readOwnName(display: string): string {
  const words = inSpokenOrder(display)
  return areNames(words) ? words.join(' ') : display
}

/** The words of "Doe, Jane (Finance)" as "Jane Doe": without notes, departments and degrees. Empty if uncertain. */
function inSpokenOrder(display: string): string[] {
  const [bare = ''] = display
    .replace(/\s*[([{][^)\]}]*[)\]}]/gu, ' ')
    .replace(/^[^\p{L}]+|["'“”„\s\p{Extended_Pictographic}\uFE0F\u200D]+$/gu, '')
    .split(/\s+[-–—|/@·•:]+\s+|\s*\|\s*/u)
  const [front = [], ...behind] = bare.split(',').map((part) => withoutDegrees(part.split(/\s+/).filter(Boolean)))
  const [second, ...more] = behind.filter((words) => words.length > 0 && !words.some(isShared))
  if (behind.flat().some(isLegalForm)) return []
  if (second === undefined) return front
  const given = second.find((word) => !isTitle(word)) ?? ''
  const isNameBefore = front.length > 1 && isGivenName(front.find((word) => !isTitle(word)) ?? '')
  // "Jane Doe, Acme"; "Jane Doe, Tom Hill" are two.
  if (isNameBefore) return isGivenName(given) ? [] : front
  // "García Márquez, Gabriel"; without a given name "Northwind Traders, Hamburg" looks alike.
  if (more.length > 0 || !(isGivenName(given) || isSurname(front))) return []
  return [...second, ...front.map(withoutCapitals)]
}

/** "Jane Doe PhD", but not "Jack Ma". */
function withoutDegrees(words: string[]): string[] {
  const end = words.findLastIndex((word) => !(isDegree(word) && /\p{Lu}[\p{Lu}.]|\p{Lu}$|\.$/u.test(word)))
  return words.slice(0, end + 1)
}

/** "DOE, Jane". */
const withoutCapitals = (word: string): string =>
  /^\p{Lu}{3,}$/u.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word

const areNames = (words: string[]): boolean =>
  words.length > 0 &&
  words.length <= maxNames &&
  words.every(isNameLike) &&
  !words.some((word) => isShared(word) || isLegalForm(word))

/** Words in capitals are abbreviations of companies as often as names; other small words belong to a sentence. */
const isNameLike = (word: string): boolean =>
  /^[\p{L}\p{M}][\p{L}\p{M}'’.-]*$/u.test(word) &&
  !/^\p{Lu}{2,}$/u.test(word.replaceAll('.', '')) &&
  (!/^\p{Ll}/u.test(word) || particles.has(plain(word)))

/** One word, with particles before it: "Doe", "van der Berg". */
const isSurname = (words: string[]): boolean => words.slice(0, -1).every((word) => particles.has(plain(word)))

/** Words in the addresses of programs and of lists. */
const machines = new Set(
  `alertas alertes alerts autoconfirm automail automailer automated automatic autonotify autoreply autoreponse
  autoresponder autoresponse avisos benachrichtigung benachrichtigungen bounces chatbot devnull helpbot infobot
  jobalerts listserv mailbot majordomo meldingen monitoring newsletter newsletters notificacion notificaciones
  notificacoes notification notifications notifiche notify
  oznameni postmaster powiadomienia servicebot supportbot unattended unmonitored varsel`.split(/\s+/),
)
/** Names of people as well, who write them after a dot: `norman.mailer`. */
const machinesAndNames = new Set('alert alerta alerte bot bounce cron daemon mailer nobody robot root'.split(' '))

/** "Do not reply" in the languages of senders, without separators and accents. */
const noReplyWords = [
  String.raw`no[nt]?repl(?:y|ay|ies)|donot(?:reply|respond|answer)|dontreply|noanswer|noresponse|notmonitored`,
  String.raw`keine(?:rueck)?antwort|nicht(?:be)?antworten|antwortenichtauf|bittenicht`,
  String.raw`(?:ne)?pasrepondre|nerepond(?:re|ez)pas|sansreponse|pasdereponse`,
  String.raw`no(?:re|con)?respond(?:[aeio]|re)|norespon(?:gui|guis)|norespuesta|sinrespuesta|nocontest(?:ar|e)`,
  String.raw`nonrispond|norisposta|senzarisposta|naorespond|semresposta|nonrespond[ae]`,
  String.raw`geenantwoord|niet(?:beantwoorden|antwoorden|reageren)|antwoordniet`,
  String.raw`svar(?:a|)(?:inte|ikke|ej|ekki)|(?:inte|ej|ekki|ikke)svara?|(?:be)?svarikke|ikkebesvar|ingensvar`,
  String.raw`eivasta|alavastaa|mittevasta|aravasta|neatbild|neatsaky|neodgovar|neraspunde|nuraspunde|faraspuns`,
  String.raw`nieodpowiada(?:c|j)|bezodpowiedzi|neodpovid|neodpoved|nevalaszol`,
  String.raw`neotve[ct]h?a|неотвеча|неотговар|невідповіда`,
  String.raw`(?:yanit|cevap)lamayin|(?:yanit|cevap)vermeyin|min?apantate|min?apantisete|μηναπαντ`,
  String.raw`jangan(?:di)?balas|tidakdibalas|khongtraloi|ezerantzun`,
].join('|')
const noReply = new RegExp(noReplyWords, 'u')
const startsWithNoReply = new RegExp(`^(?:${noReplyWords})`, 'u')

/** Exchange sends bounces and quota warnings from this name and the id of its organization. */
const exchange = /^microsoftexchange[0-9a-f]{32}$/

/**
 * Whether replies to this address have no reader, by the words of its local part: whole words, since `moreply` and
 * `talbot` are names of people.
 */
export function isMachineAddress(address: string): boolean {
  const local = plain((address.split('@')[0] ?? '').toLowerCase())
  const joined = local.replace(/[-_.+\d]/g, '')
  const words = local.split(/[-_.+\d]/)
  const parts = local.split(/[-_+\d]/)
  const isFirst = (word: string): boolean => machinesAndNames.has(word) && word !== 'bot'
  return (
    exchange.test(local) ||
    // Across separators from the beginning of a word only: `juno-reply` is a name.
    words.some((word, index) => noReply.test(word) || startsWithNoReply.test(words.slice(index).join(''))) ||
    [joined, ...words].some((word) => machines.has(word)) ||
    machinesAndNames.has(joined) ||
    [words[0] ?? '', ...parts].some(isFirst) ||
    (parts.length > 1 && parts.at(-1) === 'bot')
  )
}

/** Without accents; the Turkish and Polish letters have none that could be taken off. */
const plain = (local: string): string =>
  local.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ı', 'i').replaceAll('ł', 'l')

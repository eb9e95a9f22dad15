/** Words in the addresses of programs and of lists. */
const machines = new Set(
  `alert alerta alertas alerte alertes alerts autoconfirm automail automailer automated automatic autoreply
  autoresponder avisos benachrichtigung benachrichtigungen bounce bounces cron daemon listserv mailbot mailer majordomo
  meldingen monitoring newsletter newsletters nobody notificacion notificaciones notificacoes notification notifications
  notifiche notify postmaster powiadomienia robot root unattended unmonitored`.split(/\s+/),
)

/** "Do not reply" in the languages of senders, without separators and accents. */
const noReplyWords = [
  String.raw`no[nt]?repl(?:y|ies)|donot(?:reply|respond|answer)|dontreply|noanswer|noresponse`,
  String.raw`keineantwort|nichtantworten|antwortenichtauf|bittenicht`,
  String.raw`(?:ne)?pasrepondre|nerepondezpas|sansreponse|pasdereponse`,
  String.raw`no(?:re|con)?respond[aeio]|norespuesta|sinrespuesta|nocontestar`,
  String.raw`nonrispondere|senzarisposta|na[ao]oresp|naoresponda|naorespond|semresposta`,
  String.raw`geenantwoord|nietbeantwoorden|nietantwoorden|nietreageren`,
  String.raw`svar(?:a|)(?:inte|ikke|ej)|ikkesvar|ikkebesvar|ingensvar|eivastaus|alavastaa`,
  String.raw`nieodpowiadaj|bezodpowiedzi|neodpovid|neodpoved`,
].join('|')
const noReply = new RegExp(noReplyWords)
const startsWithNoReply = new RegExp(`^(?:${noReplyWords})`)

/** Exchange sends bounces and quota warnings from this name and the id of its organization. */
const exchange = /^microsoftexchange[0-9a-f]{32}$/

/**
 * Whether replies to this address have no reader, by the words of its local part: whole words, since `moreply` and
 * `talbot` are names of people, and a family name may follow the first dot.
 */
export function isMachineAddress(address: string): boolean {
  const local = (address.split('@')[0] ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const joined = local.replace(/[-_.+\d]/g, '')
  const words = local.split(/[-_.+\d]/)
  const first = words[0] ?? ''
  const parts = local.split(/[-_+\d]/)
  return (
    exchange.test(local) ||
    // Across separators from the beginning of a word only: `juno-reply` is a name.
    words.some((word, index) => noReply.test(word) || startsWithNoReply.test(words.slice(index).join(''))) ||
    [first, joined, ...parts].some((word) => machines.has(word)) ||
    (parts.length > 1 && parts.at(-1) === 'bot')
  )
}

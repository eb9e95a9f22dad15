/** What help desks call a request. */
const requestNouns = `tickets?|case|(?:service )?request|incident|issue|inquiry|enquiry|reference
  vorgang|vorgangsnummer|anfrage|fall|fallnummer|ticketnummer|anliegen|meldung|bearbeitungsnummer|aktenzeichen
  demande|dossier|requête|réclamation|caso|solicitud|consulta|incidencia|petición|expediente
  richiesta|segnalazione|pratica|verzoek|aanvraag|melding|zaak|zaaknummer|chamado|pedido|solicitação|protocolo
  zgłoszenie|sprawa|ärende|sag|sak|henvendelse|požadavek|talep`
const emailNouns = `e-?mail|mail|message|nachricht|schreiben|courriel|mensaje|correo|messaggio|bericht|mensagem
  wiadomość|meddelande|besked|${requestNouns}`
/** That it has arrived, or was opened. */
const arrivals = `received|got|arrived|created|opened|registered|logged|submitted
  eingegangen|erhalten|angelegt|erstellt|eröffnet|registriert|erfasst|reçue?s?|enregistrée?|créée?|ouverte?
  recibid[oa]|cread[oa]|registrad[oa]|abiert[oa]|ricevut[oa]|creat[oa]|registrat[oa]|apert[oa]
  ontvangen|aangemaakt|geregistreerd|geopend|recebemos|recebid[oa]|criad[oa]|abert[oa]
  otrzymaliśmy|zarejestrowan[eo]|mottagit|mottatt|modtaget|přijat|alındı`
/** Phrases that say so alone. */
const receipts = `thank(?:s| you) for (?:contacting|reaching out|writing|your (?:e-?mail|message|request|inquiry))
  (?:confirmation|acknowledg(?:e?ment)) of receipt|danke? für (?:ihre|deine|die) (?:nachricht|anfrage|e-?mail)
  bestätigung (?:ihrer|deiner) (?:nachricht|anfrage|e-?mail)|(?:eingangs|empfangs)bestätigung
  merci (?:de nous avoir contactés|pour votre (?:message|demande|courriel|e-?mail))
  accusé de (?:bonne )?réception|acuse de recibo|gracias por (?:contactar(?:nos)?|escribirnos|su (?:mensaje|consulta))
  grazie per (?:averci (?:contattato|scritto)|la (?:tua|sua) richiesta)|conferma di ricezione
  bedankt voor (?:uw|je) (?:bericht|aanvraag|e-?mail|vraag)|ontvangstbevestiging|obrigad[oa] por sua mensagem
  ta(?:ck|kk?) f[öo]r (?:ditt|din) (?:meddelande|melding|besked|henvendelse|ärende)|dziękujemy za (?:kontakt|wiadomość)
  děkujeme za (?:váš e-?mail|vaši zprávu)|recibimos (?:tu|su) (?:correo|mensaje|solicitud)|kiitos viestistäsi
  confirmação de (?:recebimento|rece[pç]ção)|potwierdzenie (?:otrzymania|przyjęcia)|mottagningsbekräftelse`

const word = (lines: string): string => String.raw`(?<![\p{L}\p{N}])(?:${lines.replace(/\n\s*/g, '|')})(?![\p{L}\p{N}])`
const emailNoun = new RegExp(word(emailNouns), 'iu')
const arrival = new RegExp(word(arrivals), 'iu')
const receipt = new RegExp(word(receipts), 'iu')

/** `Ticket 5`, `Case no. A-77`, `Vorgang #12`, the bare tags `[#4711]` and `##4711##`. */
const code = String.raw`[#№]?\s?(?:[a-z]{1,6}[-_]?)?\d`
const numberWord = String.raw`(?:n[or]?[.°º]?|number|num[.]?|nummer|num[ée]ro|n[úu]mero|id)?`
/** `INC0010001`, as ServiceNow numbers its records. */
const serviceNowNumber = String.raw`(?<!\w)(?:inc|req|ritm|cs|chg|sctask)\d{7}(?!\w)`
const requestNumber = new RegExp(
  String.raw`${word(requestNouns)}[\s_-]{0,2}${numberWord}[\s:.]{0,2}${code}|${serviceNowNumber}|` +
    String.raw`[[(]\s?#\s?(?:[a-z]{1,6}[-_]?)?\d|##\s?\d`,
  'iu',
)

const lineOf = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ')

/** Whether a subject has the number of a request: "Ticket 5", "[#4711]". */
export const hasRequestNumber = (subject: string): boolean => requestNumber.test(lineOf(subject))

/** Whether a subject says that an email has arrived: "We received your request", "Eingangsbestätigung". */
export function confirmsReceipt(subject: string): boolean {
  const line = lineOf(subject)
  return receipt.test(line) || (emailNoun.test(line) && arrival.test(line))
}

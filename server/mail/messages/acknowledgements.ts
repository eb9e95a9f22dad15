/** What help desks make of an email. */
const ticketNouns = `ticket|case|service request|incident|issue
  vorgang|vorgangsnummer|fall|fallnummer|ticketnummer|meldung|bearbeitungsnummer|aktenzeichen
  dossier|réclamation|caso|incidencia|expediente|segnalazione|pratica|melding|zaak|zaaknummer|chamado|protocolo
  zgłoszenie|sprawa|ärende|sag|sak`
const requestNouns = `${ticketNouns}|request|inquiry|enquiry|reference|anfrage|anliegen|demande|requête
  solicitud|consulta|petición|richiesta|verzoek|aanvraag|solicitação|henvendelse|požadavek|talep`
const messageNouns = `e-?mail|mail|message|nachricht|schreiben|courriel|mensaje|correo|messaggio|bericht|mensagem
  wiadomość|meddelande|besked`
const emailNouns = `${messageNouns}|${requestNouns}`
/** That it has arrived, or was opened. */
const arrivals = `received|got|arrived|opened|registered|logged|submitted
  eingegangen|erhalten|angelegt|eröffnet|registriert|erfasst|reçue?s?|enregistrée?|ouverte?
  prise? en compte|recibid[oa]|registrad[oa]|abiert[oa]|ricevut[oa]|registrat[oa]|apert[oa]
  ontvangen|geregistreerd|geopend|recebemos|recebid[oa]|abert[oa]
  otrzymaliśmy|zarejestrowan[eo]|mottagit|mottatt|modtaget|přijat|alındı`
/** Of tickets only: an offer is created for a request. */
const creations = 'created|erstellt|créée?|cread[oa]|creat[oa]|aangemaakt|criad[oa]'
/** Phrases that say so alone. */
const receipts = `thank(?:s| you) for (?:contacting|reaching out|writing|your (?:e-?mail|message|request|inquiry))
  (?:confirmation|acknowledg(?:e?ment)) of receipt|danke? für (?:ihre|deine|die) (?:nachricht|anfrage|e-?mail)
  bestätigung (?:ihrer|deiner) (?:nachricht|anfrage|e-?mail)|(?:eingangs|empfangs)bestätigung
  merci (?:de nous avoir contactés|pour votre (?:message|demande|courriel|e-?mail))
  accus(?:é de|ons) (?:bonne )?réception|acuse de recibo
  gracias por (?:contactar(?:nos)?|ponerse en contacto|escribirnos|su (?:mensaje|consulta))
  grazie per (?:averci (?:contattato|scritto)|la (?:tua|sua) richiesta)|conferma di ricezione
  bedankt voor (?:uw|je) (?:bericht|aanvraag|e-?mail|mail|vraag)|ontvangstbevestiging|obrigad[oa] por sua mensagem
  ta(?:ck|kk?) f[öo]r (?:ditt|din) (?:meddelande|melding|besked|henvendelse|ärende)
  dziękujemy za (?:kontakt|wiadomość)
  děkujeme za (?:váš e-?mail|vaši zprávu)|recibimos (?:tu|su) (?:correo|mensaje|solicitud)|kiitos viestistäsi
  confirmação de (?:recebimento|rece[pç]ção)|potwierdzenie (?:otrzymania|przyjęcia)|mottagningsbekräftelse`

const possessives = `your|ihre?[nmrs]?|deine?[nmrs]?|eure?[nmrs]?|votre|vos|tu|su|tus|sus|tua|sua|vostra|uw|je|jouw
  seu|tw[oó]j[ea]?|di(?:n|tt|t)|v[áa]š`
const soon = '(?:schnellstmöglich|baldmöglichst|umgehend|in kürze|so (?:schnell|bald) wie möglich)'
const reply = '(?:melden|bearbeiten|kümmern|antworten)(?! sie(?![\\p{L}]))'
const absences = `(?:out of|not in|away from) (?:the |my |our )?(?:office|desk)|nicht im (?:b(?:ü|ue)ro|hause?)
  currently (?:away|on (?:vacation|holiday))|on (?:annual|parental|maternity) leave
  au(?:ß|ss)er haus|(?:derzeit|momentan|zurzeit) nicht erreichbar
  absent(?:e|\\(e\\))? (?:du bureau|jusqu)|actuellement en (?:congés?|vacances)|ausente hasta|afwezig tot
  tot \\S{1,12}(?: \\S{1,12}){0,3} (?:met|op) vakantie|fuera de (?:la )?oficina
  fuori (?:sede|ufficio)|fora do escritório
  niet op kantoor|poza biurem|inte på kontoret|ikke på kontoret|mimo kancelář
  on (?:vacation|holidays?) (?:until|till|from)|i[mn] (?:urlaub|elternzeit) bis
  bis \\S{1,12}(?: \\S{1,12}){0,3} im urlaub
  en (?:congés?|vacances) jusqu|de vacaciones hasta|in ferie fino|(?:met|op) vakantie tot
  de férias até|na urlopie do`
/** Invoices report as well that a program has written them, but not that they answer. */
const automations = `auto(?:matic|mated|matically generated) (?:e-?mail )?(?:reply|response|answer|acknowledge?ment)
  automatische(?:n|s)? antwort|automatisch (?:erzeugt|erstellt|generiert|gegenereerd)es? antwo(?:rt|ord)
  réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|resposta automática
  odpowiedź automatyczna`
const promises = `(?:get back|reply|respond) to you (?:as soon|shortly|soon|within)
  (?:answer|contact|be in touch with) you (?:as soon|shortly|soon|within)
  ${reply}[^.!?\\n]{0,60}${soon}|${soon}[^.!?\\n]{0,60}${reply}
  (?:répondrons|reviendrons vers vous)[^.!?\\n]{0,40}(?:plus (?:vite|tôt)|meilleurs délais|plus brefs délais)
  responderemos (?:lo antes posible|a la brevedad)|risponderemo (?:al più presto|appena)
  zo (?:snel|spoedig) mogelijk[^.!?\\n]{0,40}(?:contact|antwoord|reactie)`
/** A person promises in the singular. */
const persons = `i|i['’]ll|ich|mir|ik|mij`
const negations = `not|n['’]t|never|nicht|nie|pas|jamais|niet|non|no (?:he|hemos|ha|han)|não`
/** Of a message that waits for the reader: "You received a new message", "Neue Nachricht erhalten". */
const incoming = `you(?:['’]ve| have)? (?:just )?(?:received|got)
  (?:sie|du) ha(?:ben|st) \\S+(?: \\S+)? (?:${messageNouns})
  vous avez (?:bien )?reçu|recibido un|u (?:hebt|heeft)|je hebt|(?:hai|ha) ricevuto un|você recebeu
  (?:new|neuen?|nouveaux?|nouvelle|nuev[oa]|nieuwe?|nuov[oa]|nov[oa]) (?:${messageNouns})|(?:mensaje|correo) nuevo`

const word = (lines: string): string => String.raw`(?<![\p{L}\p{N}])(?:${lines.replace(/\n\s*/g, '|')})(?![\p{L}\p{N}])`
const emailNoun = new RegExp(word(emailNouns), 'iu')
const arrival = new RegExp(word(arrivals), 'iu')
const creation = new RegExp(word(creations), 'iu')
const ticketNoun = new RegExp(word(ticketNouns), 'iu')
const receipt = new RegExp(word(receipts), 'iu')
const yourEmail = new RegExp(`${word(possessives)} (?:\\S{1,20} )?${word(emailNouns)}`, 'iu')
const absence = new RegExp(word(absences), 'iu')
const automation = new RegExp(word(automations), 'iu')
const promise = new RegExp(word(promises), 'iu')
const person = new RegExp(word(persons), 'iu')
const notArrived = new RegExp(`(?:${negations}) (?:\\S+ ){0,3}${word(arrivals)}`, 'iu')
const incomingMessage = new RegExp(word(incoming), 'iu')

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

export const withoutRequestNumber = (subject: string): string =>
  lineOf(subject).replace(new RegExp(`(?:${requestNumber.source})[\\p{L}\\p{N}-]{0,20}`, 'giu'), ' ')

const isQuestion = (sentence: string): boolean => /[?？؟]\s*$/u.test(sentence)
const hasArrived = (sentence: string): boolean =>
  (arrival.test(sentence) || (creation.test(sentence) && (ticketNoun.test(sentence) || hasRequestNumber(sentence)))) &&
  !notArrived.test(sentence) &&
  !incomingMessage.test(sentence) &&
  !isQuestion(sentence)

/** Whether a subject says that an email has arrived: "We received your request", "Eingangsbestätigung". */
export function confirmsReceipt(subject: string): boolean {
  const line = lineOf(subject)
  return receipt.test(line) || (emailNoun.test(line) && hasArrived(line))
}

/** Sentences in which a program says what its email is. */
const readCharacters = 2000
const sentenceMaxLength = 200

const sentencesOf = (text: string): string[] =>
  (
    text
      .slice(0, readCharacters)
      .normalize('NFKC')
      .match(/(?:[^.!?\n]|(?<=\d)\.|\.(?=\S))+[.!?]*/gu) ?? []
  )
    .map(lineOf)
    .filter((sentence) => sentence.trim() !== '' && sentence.length <= sentenceMaxLength)

/** Whether a text declares that it is an automatic answer. */
export const declaresAutomaticAnswer = (text: string): boolean =>
  sentencesOf(text).some((sentence) => automation.test(sentence))

/** Whether a text says that its author is away. */
export const reportsAbsence = (text: string): boolean => sentencesOf(text).some((sentence) => absence.test(sentence))

/** Whether a text says what programs answer: that the reader's email has arrived, or is going to be answered. */
export const isAutomaticAnswer = (text: string): boolean =>
  sentencesOf(text).some(
    (sentence) =>
      automation.test(sentence) ||
      receipt.test(sentence) ||
      (promise.test(sentence) && !person.test(sentence)) ||
      (yourEmail.test(sentence) && hasArrived(sentence)),
  )

import { expect, test } from 'vitest'
import { confirmsReceipt, hasRequestNumber, isAutomaticAnswer, reportsAbsence } from './acknowledgements.ts'

test.each([
  'We received your request (Offer)',
  'Your ticket 100 has been created',
  'Request received',
  'Your message has arrived',
  'Thank you for contacting Firm',
  'Ihre Anfrage ist eingegangen',
  'Wir haben Ihre Nachricht erhalten',
  'Eingangsbestätigung',
  'Vielen Dank für Ihre Anfrage',
  'Danke für deine Nachricht!',
  'Bestätigung Ihrer Anfrage',
  'Recibimos tu correo',
  'Tack för ditt meddelande',
  'Takk for din henvendelse',
  'Dziękujemy za wiadomość',
  'Votre demande a été enregistrée',
  'Accusé de réception',
  'Nous accusons réception de votre message',
  'Gracias por ponerse en contacto con nosotros',
  'Bedankt voor je mail!',
  'Nous avons bien reçu votre message',
  'Su solicitud ha sido registrada',
  'Hemos recibido su mensaje',
  'Abbiamo ricevuto la tua richiesta',
  'La sua richiesta è stata ricevuta',
  'Conferma di ricezione',
  'Uw bericht is ontvangen',
  'Recebemos a sua mensagem',
  'Otrzymaliśmy Twoje zgłoszenie',
])('%s confirms receipt', (subject) => {
  expect(confirmsReceipt(subject)).toBe(true)
})

test.each([
  'Your ticket 100',
  'Ticket#2024 opened',
  '[Ticket: A-77]',
  'Case no. 5',
  'Vorgang Nr. 12',
  'Ihre Anfrage (Ticketnummer 20240101)',
  'Dossier n° 7',
  'Incidencia número 88',
  'Richiesta n. 3',
  'Zaaknummer: 12',
  '[#4711] Offer',
  '##991## Offer',
  '[Request ID: 77]',
  'INC0010001: comments added',
])('%s has the number of a request', (subject) => {
  expect(hasRequestNumber(subject)).toBe(true)
})

test.each([
  'Offer 5',
  'Invoice 4711',
  'Case study',
  'Meeting at 5',
  'Suitcase 7',
  'Order #12',
  'Danke für Ihre Bestellung',
  'Bestätigung Ihrer Bestellung',
  'Received goods',
  'Falls 3',
  'Hemos recibido su pedido 12',
  'Your tickets have arrived',
  'You received a new message from Anna',
  'Neue Nachricht in Ihrem Postfach eingegangen',
  'Sie haben eine Nachricht erhalten',
  'Vous avez reçu un message',
  'Ha recibido un mensaje nuevo',
  'U hebt een bericht ontvangen',
  'Hast du meine E-Mail erhalten?',
  '¿Ha recibido mi correo?',
  'INC 2026',
])('%s acknowledges nothing', (subject) => {
  expect([confirmsReceipt(subject), hasRequestNumber(subject)]).toEqual([false, false])
})

test.each([
  'Dear customer, thank you for contacting us. We are open from 9 to 5.',
  'Guten Tag,\nIhre Anfrage ist bei uns eingegangen.\nIhr Team',
  'Hello Robin, your message has been received and a ticket has been opened.',
  'This is an automated response. Please do not reply.',
  'Our team will get back to you as soon as possible.',
  'Your request 4711 has been created.',
  'Wir melden uns schnellstmöglich bei Ihnen.',
  'Nous avons bien reçu votre message et vous répondrons dans les meilleurs délais.',
  'Abbiamo ricevuto la tua richiesta.',
  'Uw bericht is ontvangen.',
])('a program answers: %s', (text) => {
  expect(isAutomaticAnswer(text)).toBe(true)
})

test.each([
  'You received a new message from Anna about your sofa.',
  'A new ticket was created by Eve.',
  'We received your order. Total: 12.00',
  'Danke für Ihre Bestellung. Summe 15,00 €',
  'Please send me your offer. I am back on Monday.',
  'Your invoice is attached.',
  'As requested I created the quote for your request.',
  'Hier das Angebot zu Ihrer Anfrage, erstellt am 5. Mai.',
  'Voici le devis créé pour votre demande.',
  'Hierbij de offerte die ik voor uw aanvraag heb aangemaakt.',
  'Diese Rechnung wurde automatisch erstellt und ist ohne Unterschrift gültig.',
  'Dit is een automatisch gegenereerde e-mail.',
  'This is an automated confirmation of your order.',
  'I will measure on Tuesday and get back to you soon with a price.',
  'Bitte melden Sie sich umgehend bei uns.',
  'I have not received your message with the invoice.',
  'Ich habe Ihre Nachricht nicht erhalten.',
  'Je n’ai pas encore reçu votre message.',
  'Did your message reach us? We have not received it. Have you received your request?',
  'We need the keys to the office until Monday.',
  'Hello.',
  `${'Long sentence '.repeat(20)}thank you for contacting us.`,
])('a program answers nothing: %s', (text) => {
  expect(isAutomaticAnswer(text)).toBe(false)
})

test.each([
  'I am currently out of the office with limited access to email.',
  'Ich bin bis zum 4. August nicht im Büro.',
  'Bis Montag bin ich nicht im Haus.',
  'I am away from my desk this week.',
  'Ich bin bis Montag im Urlaub und lese keine E-Mails.',
  'I am on vacation until Monday.',
  'I am currently away.',
  'Ich bin vom 1. bis 5. Mai im Urlaub.',
  'Je suis absente jusqu’au 5 mai.',
  'Estaré ausente hasta el lunes.',
  'Ik ben tot 5 mei met vakantie.',
  'Je suis en congés jusqu’au 5 mai.',
  'Estoy de vacaciones hasta el lunes.',
])('the author is away: %s', (text) => {
  expect([reportsAbsence(text), isAutomaticAnswer(text)]).toEqual([true, false])
})

test.each([
  'Your vacation from 1 to 5 May is booked.',
  'Ihr Urlaub bis 5. Mai ist gebucht.',
  'Vos vacances jusqu’au 5 mai sont réservées.',
  'Sus vacaciones hasta el lunes están reservadas.',
  'Uw vakantie tot 5 mei is geboekt.',
])('the author is not away: %s', (text) => {
  expect(reportsAbsence(text)).toBe(false)
})

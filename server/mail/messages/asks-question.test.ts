import { expect, test } from 'vitest'
import { asksQuestion } from './asks-question.ts'

test.each([
  ['en', 'Hi Robin,\nshall we meet on Friday? It would suit me.\nAnna'],
  ['de', 'Hallo Robin,\npasst dir Freitag?\n\nGruß, Anna'],
  ['fr', 'Bonjour,\nest-ce que vendredi te convient ?\nAnna'],
  ['es', 'Hola,\n¿te viene bien el viernes?'],
  ['nl', 'Kun je vrijdag? Dan kom ik langs.'],
  ['over two lines', 'Could you send me the offer\nthat we discussed last week?'],
  ['with a quotation mark', 'Did she say “when do we start?” or not'],
  ['above a quoted email', 'When does it begin?\n\nOn Mon, 2 Nov 2026, Robin wrote:\n> At noon.'],
  ['with a link before', 'See https://firm.example/a?b=1 - does that fit?'],
])('a question: %s', (_, text) => {
  expect(asksQuestion(text)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['no question', 'Thanks, see you on Friday.'],
  ['marked quotation', 'Yes, at noon.\n> When does it begin?'],
  ['quotation, English', 'Yes.\n\nOn Mon, 2 Nov 2026, Robin wrote:\nWhen does it begin?'],
  ['quotation, German', 'Ja.\n\nAm 02.11.2026 schrieb Robin:\nWann beginnt es?'],
  ['quotation, French', 'Oui.\n\nLe lun. 2 nov. 2026, Robin a écrit :\nQuand ?'],
  ['quotation, Outlook', 'Ja.\n\nVan: Robin\nVerzonden: maandag\nWanneer begint het?'],
  ['forwarded', 'See below.\n\n---------- Forwarded message ---------\nShall we?'],
  ['link', 'The plan: https://firm.example/plan?'],
  ['link with a query', 'The plan: www.firm.example/plan?day=1'],
  ['signature', 'See you.\n-- \nAnna\nAny questions? https://firm.example/?from=signature'],
  ['marks alone', '???'],
])('no question: %s', (_, text) => {
  expect(asksQuestion(text)).toBe(false)
})

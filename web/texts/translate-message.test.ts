import { afterAll, beforeAll, expect, test } from 'vitest'
import { german, translateGermanMessage } from './de/german.ts'
import { setLanguage, t } from './translate.ts'

beforeAll(() => setLanguage('de', german, translateGermanMessage))
afterAll(() => setLanguage('en', {}))

test.each([
  ['You may not do this.', 'Das dürfen Sie nicht.'],
  ['Use at most 4000 characters.', 'Verwenden Sie höchstens 4.000 Zeichen.'],
  [
    'Would go to “Rechnungen”: Emails from a@b.example went here 12 times; ' +
      'emails in this folder often say “Rechnung”, “fällig”',
    'Käme in „Rechnungen“: E-Mails von a@b.example kamen schon 12-mal hierher; ' +
      'E-Mails in diesem Ordner nennen oft „Rechnung“, „fällig“',
  ],
  [
    'Perhaps “Travel” (40%), but sorting starts at 60%; the language model did not answer',
    'Vielleicht „Travel“ (40\u00a0%), aber sortiert wird erst ab 60\u00a0%; das Sprachmodell hat nicht geantwortet',
  ],
  [
    'Store attachments that are .pdf or .docx, whose name or subject says “bill”, “tax”, “x”, of at least 2.5 MB ' +
      'in Google Drive, in Acme Inc.\u00a0(year) (other), in a folder for each month.',
    'Anlagen (Dateityp .pdf oder .docx, Name oder Betreff enthält „bill“, „tax“ oder „x“, mindestens 2,5 MB) ' +
      'in Google Drive speichern, in Acme Inc.\u00a0(Jahr) (other), in einem Ordner je Monat.',
  ],
  [
    '2 steps for each email: store file in Dropbox, then create contact in TeamLeader.',
    '2 Schritte je E-Mail: Datei in Dropbox speichern, dann Kontakt in TeamLeader anlegen.',
  ],
  [
    'Left out: “a.zip” and 3 more (the service refused it). The email is too long to be quoted below the draft.',
    'Ausgelassen: „a.zip“ und 3 weitere (vom Dienst abgelehnt). ' +
      'Die E-Mail ist zu lang, um unter dem Entwurf zitiert zu werden.',
  ],
  ['Added 3 of 4', 'Added 3 of 4'],
])('translates %s', (english, translation) => expect(t(english)).toBe(translation))

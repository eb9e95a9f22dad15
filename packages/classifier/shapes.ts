import { hashText } from './hash.ts'
import { domainOf, listIdOf } from './message-addresses.ts'
import { isSharedProvider } from './shared-providers.ts'
import { fold } from './tokenize.ts'
import type { MessageToSort } from './types.ts'

/**
 * What the form of a message shows without a word that has to be known. The topics of each shape but `list`, whose
 * headers are evidence by themselves, are in topics.txt.
 * - `bill`: an account number, an amount and a date;
 * - `booking`: a booking code in the subject, and two dates, or a date and two times;
 * - `parcel`: a tracking number;
 * - `list`: sent to a mailing list or to subscribers (RFC 2919, RFC 2369);
 * - `calendar`: an invitation or the answer to one;
 * - `person`: from a private address to one recipient, by no program.
 */
const SHAPES = ['bill', 'booking', 'parcel', 'list', 'calendar', 'person'] as const
export type Shape = (typeof SHAPES)[number]

const TEXT_LIMIT = 2000
const SUBJECT_LIMIT = 300

const SHAPE_SALT = 0x71
/** What stands for a shape among the stems of a message. */
export const stemOfShape = (shape: string): number => hashText(shape, SHAPE_SALT)

export function shapesOf(mail: MessageToSort): Set<Shape> {
  const text = `${mail.subject.slice(0, SUBJECT_LIMIT)}\n${mail.text.slice(0, TEXT_LIMIT)}`
  const isOf = {
    bill: isBill(text),
    booking: isBooking(mail, text),
    parcel: hasTrackingNumber(text),
    list: isFromList(mail),
    calendar: hasCalendarPart(mail),
    person: isFromPerson(mail),
  } satisfies Record<Shape, boolean>
  return new Set(SHAPES.filter((shape) => isOf[shape]))
}

const MONTHS = `january|february|march|april|may|june|july|august|september|october|november|december
  jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec
  januar|februar|marz|maerz|mai|juni|juli|oktober|dezember|okt|dez
  janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|janv|fevr|avr|juil
  enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|ene|abr|ago|dic
  januari|februari|maart|mei|augustus|mrt`
  .split(/[|\s]+/)
  .join('|')
/** In a folded text. A sort code looks like a date with hyphens and a short year. */
const DATE = new RegExp(
  [
    String.raw`\b\d{1,2}(?:[./]\d{1,2}[./](?:20)?|-\d{1,2}-20)\d{2}\b`,
    String.raw`\b20\d{2}-\d{2}-\d{2}\b`,
    String.raw`\b\d{1,2}(?:\.|st|nd|rd|th|er)? (?:de )?(?:${MONTHS})\b`,
    String.raw`\b(?:${MONTHS})\.? \d{1,2}\b`,
  ].join('|'),
  'g',
)
const TIME = /\b(?:[01]?\d|2[0-3])[:h][0-5]\d\b/g

const datesIn = (text: string): number => distinct(fold(text), DATE)
const distinct = (text: string, pattern: RegExp): number => new Set(text.match(pattern)).size

const AMOUNT = /(?:€|£|\$|\b(?:EUR|GBP|USD|CHF))\s?\d|\d\s?(?:€|£|\$|(?:EUR|GBP|USD|CHF|euros?)\b)/i
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,9}\b/g
const MIN_IBAN = 15
/** In the United Kingdom. */
const SORT_CODE = /\b\d{2}-\d{2}-\d{2}\b/
const ACCOUNT_NUMBER = /\b\d{8}\b/

const isBill = (text: string): boolean => AMOUNT.test(text) && hasAccount(text) && datesIn(text) > 0

const hasAccount = (text: string): boolean =>
  [...text.matchAll(IBAN)].some(([found]) => beginsWithIban(found)) ||
  (SORT_CODE.test(text) && ACCOUNT_NUMBER.test(text))

/** The next words may look like more groups of it: "… 1332 EUR 45". */
function beginsWithIban(found: string): boolean {
  const groups = found.split(' ')
  return groups.some((_, left) => isIban(groups.slice(0, groups.length - left).join('')))
}

/** ISO 13616: the remainder by 97 of the digits, with letters as 10 to 35, is 1. */
function isIban(text: string): boolean {
  if (text.length < MIN_IBAN) return false
  let rest = 0
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Six capitals with one or two digits among them: more are usually rooms and models, digits at the end numbers. */
const BOOKING_CODE = /\b(?=[A-Z]*\d[A-Z]*\d?[A-Z]*\b)(?=[A-Z]*\d+[A-Z])[A-Z0-9]{6}\b/

function isBooking({ subject }: MessageToSort, text: string): boolean {
  if (!BOOKING_CODE.test(subject.slice(0, SUBJECT_LIMIT))) return false
  const dates = datesIn(text)
  return dates > 1 || (dates === 1 && distinct(text, TIME) > 1)
}

/** UPS, Amazon, PostNL, DHL; letters of the Universal Postal Union (S10) and serial shipping containers (GS1). */
const TRACKING_NUMBER = /\b(?:1Z[A-Z0-9]{16}|TBA\d{12}|3S[A-Z]{4}\d{7,9}|J(?:JD|VGL)[A-Z0-9]{12,20})\b/
const POSTAL_ITEM = /\b[A-Z]{2}(\d{9})[A-Z]{2}\b/g
const CONTAINER = /\b00(\d{18})\b/g

const hasTrackingNumber = (text: string): boolean =>
  TRACKING_NUMBER.test(text) ||
  [...text.matchAll(POSTAL_ITEM)].some(([, digits = '']) => isPostalItem(digits)) ||
  [...text.matchAll(CONTAINER)].some(([, digits = '']) => isContainer(digits))

const weighted = (digits: string, weightOf: (at: number) => number): number =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * weightOf(at), 0)

/** The last digit checks the others (UPU S10). */
function isPostalItem(digits: string): boolean {
  const check = 11 - (weighted(digits.slice(0, -1), (at) => [8, 6, 4, 2, 3, 5, 9, 7][at] ?? 0) % 11)
  return Number(digits.at(-1)) === (check === 10 ? 0 : check === 11 ? 5 : check)
}

const isContainer = (digits: string): boolean => weighted(digits, (at) => (at % 2 === 0 ? 3 : 1)) % 10 === 0

const isFromList = ({ headers }: MessageToSort): boolean =>
  listIdOf(headers) !== '' || headers['list-unsubscribe'] !== undefined

const hasCalendarPart = ({ isMeeting, headers, attachmentNames }: MessageToSort): boolean =>
  isMeeting === true || /^text\/calendar\b/i.test(headers['content-type'] ?? '') || attachmentNames.some(isCalendar)

export const isCalendar = (attachmentName: string): boolean => /\.ics$/i.test(attachmentName)

/** Programs set them (RFC 3834; `feedback-id`: services that send for others). */
const AUTOMATIC_HEADERS = ['auto-submitted', 'precedence', 'feedback-id', 'x-auto-response-suppress', 'x-autogenerated']

const isFromPerson = (mail: MessageToSort): boolean =>
  isSharedProvider(domainOf(mail.from).toLowerCase()) &&
  mail.to.length + mail.cc.length === 1 &&
  !isFromList(mail) &&
  AUTOMATIC_HEADERS.every((name) => (mail.headers[name] ?? 'no') === 'no')

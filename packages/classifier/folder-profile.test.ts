import { expect, it } from 'vitest'
import { matchedTerms, matchProfiles } from './folder-profile.ts'
import { featuresOf } from './message-features.ts'
import { createModel } from './model-state.ts'
import { folder, mailWith } from './testing/messages.ts'
import type { MessageToSort } from './types.ts'

/** How well subject and sender match the instructions, beside a folder about something else. */
function openingOf(instructions: string, mail: Partial<MessageToSort>): number {
  const folders = [folder('One', instructions), folder('Two', 'Harbour')]
  return matchProfiles(featuresOf(mailWith(mail)), folders, createModel().frequencies).opening[0] ?? 0
}

it('counts the name of a sender in the display name more, and against the folder where it is excluded', () => {
  const [named, mentioned] = [{ fromName: 'Nina Berg' }, { subject: 'Nina' }]
  const asWord = openingOf('about Nina', named)
  expect(openingOf('mail from Nina', named)).toBeGreaterThan(asWord + 1)
  expect(openingOf('mail from Nina', mentioned)).toBe(openingOf('about Nina', mentioned))
  expect(openingOf('mail from Nina Kern', named)).toBeLessThan(openingOf('mail from Nina', named))
  expect(openingOf('Tennis, not from Nina', named)).toBeLessThan(openingOf('Tennis, not about Nina', named) - 1)
})

it('counts no ending of an address, nor of a domain that the instructions name', () => {
  const shop = { subject: 'Our shop is open again' }
  expect(openingOf('Everything from caterer.shop', shop)).toBe(openingOf('Everything from caterer.example', shop))
  const [ending, other, name] = ['hi@river.bank', 'hi@river.example', 'hi@bank.example'].map((from) =>
    openingOf('Bank', { from }),
  )
  expect(ending).toBe(other)
  expect(name).toBeGreaterThan(other ?? 0)
})

it('counts a quoted word more than a plain one', () => {
  const mail = { subject: 'Zanzibar' }
  for (const quoted of ['“zanzibar”', '«Zanzibar»', '„Zanzibar“', '"ZANZIBAR"'])
    expect(openingOf(`reports, ${quoted}`, mail)).toBeGreaterThan(openingOf('reports, zanzibar', mail))
  expect(openingOf('reports, not “zanzibar”', mail)).toBe(openingOf('reports, not zanzibar', mail))
})

it('counts a short number only beside another described word, unless it is quoted', () => {
  for (const number of ['7', '2026']) {
    expect(openingOf(`reports ${number}`, { subject: `Row ${number}` })).toBeLessThan(0.1)
    expect(openingOf(`“${number}”`, { subject: `Row ${number}` })).toBeGreaterThan(1)
    const [report, numbered] = ['Report', `Report ${number}`].map((subject) =>
      openingOf(`reports ${number}`, { subject }),
    )
    expect(numbered).toBeGreaterThan((report ?? 0) + 0.3)
  }
})

it.each([
  ['alles zu unseren Reisen', 'Fünf Bilder aus unserer Küche, die ihr gern habt'],
  ['everything that concerns ourselves because of travel', 'Because we paint it ourselves'],
  ['tout ce qui touche à nos voyages, chez nous depuis toujours', 'Toujours chez vous depuis hier'],
  ['todo lo de nuestros viajes, desde siempre', 'Nuestra cocina, como siempre, desde ayer'],
  ['alles over onze reizen, van jullie en tijdens de zomer', 'Jullie keuken, tijdens de verbouwing'],
])('finds no word of “%s” in “%s”', (instructions, text) => {
  const features = featuresOf(mailWith({ subject: 'Xyzzy', text }))
  expect(matchedTerms(features, folder('One', instructions))).toEqual([])
})

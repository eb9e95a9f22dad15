import { expect, it } from 'vitest'
import { createModel, rank } from './model.ts'
import { folder, mailWith } from './testing/messages.ts'

it.each([
  ['Reisen', 'Your flight to Rome', 'Boarding at gate B12.'],
  ['Urlaub', 'Uw vlucht naar Lissabon', 'De instapkaart staat klaar.'],
  ['Pakete', 'Votre colis est en route', 'Livraison prévue demain par Chronopost.'],
  ['Konten', 'Extracto de julio', 'El saldo de su cuenta ya está disponible.'],
  ['Uni', 'Thesis seminar', 'The lecture moves to another campus.'],
])('knows %s for “%s”', (name, subject, text) => {
  const folders = [name, 'Rezepte', 'Verein'].map((id) => folder(id))
  expect(rank(createModel(), mailWith({ subject, text }), folders).candidates[0]?.folderId).toBe(name)
})

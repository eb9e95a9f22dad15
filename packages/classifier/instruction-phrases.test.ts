import { expect, it } from 'vitest'
import { phrasesOf } from './instruction-phrases.ts'
import { stemsOf } from './tokenize.ts'

const stems = (text: string) => [...stemsOf(text)]

it('splits instructions at commas and marks the excluded phrases', () => {
  expect(phrasesOf('Flights, hotels and the train. No parcels, invoices!')).toEqual([
    { stems: stems('flights'), text: 'flights', isUnwanted: false },
    { stems: stems('hotels train'), text: 'hotels train', isUnwanted: false },
    { stems: stems('parcels'), text: 'parcels', isUnwanted: true },
    { stems: stems('invoices'), text: 'invoices', isUnwanted: true },
  ])
})

it('reads a contracted "not" as a negation, and never as the word before the apostrophe', () => {
  for (const apostrophe of ["'", '’'])
    expect(phrasesOf(`Bills, don${apostrophe}t file parcels`)).toMatchObject([
      { stems: stems('bills'), isUnwanted: false },
      { stems: stems('file parcels'), isUnwanted: true },
    ])
})

it('reads words joined by a slash, dot or hyphen also as one word', () => {
  expect(phrasesOf('TCP/IP and AX.25 radio. Check-in.').map((phrase) => phrase.stems)).toEqual([
    stems('tcp ip tcpip ax 25 ax25 radio'),
    stems('check checkin'),
  ])
  expect(phrasesOf('AX.25, not NET/ROM').at(0)).toMatchObject({ stems: stems('ax 25 ax25'), isUnwanted: false })
})

it.each([
  ['No newsletters, only invoices', 'invoices'],
  ['Not only parcels but also letters', 'parcels, letters'],
  ['Receipts but not invoices', 'receipts'],
  ['Flights (not trains) and hotels', 'flights, hotels'],
  ['Parcels, not invoices. Letters', 'parcels, letters'],
  ['No newsletters, everything else about gardening', 'gardening'],
  ['Nothing except invoices', 'invoices'],
  ['Photos, except holidays, however cats', 'photos, cats'],
  ['Newsletters do not belong here, invoices do', 'invoices'],
  ['Neither parcels nor invoices; letters', 'letters'],
  ['Keine Werbung, sondern Verträge', 'vertrage'],
  ['Rechnungen (keine Mahnungen) und Verträge', 'rechnungen, vertrage'],
  ['Keine Werbung außer Reisen', 'reisen'],
  ['Weder Werbung noch Rechnungen, ausschließlich Verträge', 'vertrage'],
  ['Keine Werbung, alles andere vom Verein', 'verein'],
  ['Werbung gehört nicht hierher. Verträge', 'vertrage'],
  ['Pas de publicité, mais des factures', 'factures'],
  ['Aucune publicité sauf voyages', 'voyages'],
  ['Voyages (sans publicité) et hôtels', 'voyages, hotels'],
  ['Rien sur le tennis, uniquement les factures', 'factures'],
  ['Pas de publicité, tout le reste du club', 'club'],
  ['Sin publicidad, solamente facturas', 'facturas'],
  ['Nada de publicidad, excepto viajes', 'viajes'],
  ['Viajes (no trenes) y hoteles', 'viajes, hoteles'],
  ['No publicidad, todo lo demás del club', 'club'],
  ['Geen reclame, maar facturen', 'facturen'],
  ['Niets over tennis behalve uitslagen', 'uitslagen'],
  ['Reizen (geen treinen) en hotels', 'reizen, hotels'],
  ['Reclame hoort hier niet. Facturen', 'facturen'],
  ['Bills; parcels go to Orders', 'bills'],
  ['Bills, but leave parcels in the inbox', 'bills'],
  ['Bills, which must not stay in the inbox', 'bills'],
  ['Rechnungen, Werbung kommt nach Lesen', 'rechnungen'],
  ['Facturen apart van reclame', 'facturen'],
])('finds the end of a negation: %s', (text, wanted) => {
  const found = phrasesOf(text).filter(({ isUnwanted }) => !isUnwanted)
  expect(found.flatMap((phrase) => phrase.stems)).toEqual(stems(wanted))
})

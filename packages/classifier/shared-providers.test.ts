import { describe, expect, it } from 'vitest'
import { createModel, learn, rank } from './model.ts'
import { isSharedProvider } from './shared-providers.ts'
import { folder, mailWith } from './testing/messages.ts'

describe('domains of shared providers', () => {
  it.each(['gmail.com', 'yahoo.co.uk', 'hotmail.fr', 'web.de', 'icloud.com', 'ziggo.nl'])('include %s', (domain) => {
    expect(isSharedProvider(domain)).toBe(true)
  })

  it.each(['acme.example', 'gmail.com.evil.example', 'mail.acme.example', 'live.acme.example', 'gmail', ''])(
    'do not include “%s”',
    (domain) => {
      expect(isSharedProvider(domain)).toBe(false)
    },
  )
})

describe('an unknown sender', () => {
  const folders = ['Family', 'Work', 'Bills'].map((id) => folder(id))

  function shareOfFamily(mother: string, unknownSender: string): number {
    const model = createModel()
    for (let i = 0; i < 40; i++) {
      const give = (from: string, id: string) =>
        learn(model, mailWith({ from, subject: `Matter ${i}`, text: `Words of ${i}` }), id, folders)
      give(mother, 'Family')
      give(`clerk${i % 3}@work.example`, 'Work')
      give('billing@acme.example', 'Bills')
    }
    const mail = mailWith({ from: unknownSender, subject: 'Xyzzy', text: 'Plugh, plover' })
    return rank(model, mail, folders).candidates.find(({ folderId }) => folderId === 'Family')?.probability ?? 0
  }

  it("is drawn to a colleague's folder, but not to that of a sender at the same provider", () => {
    const unknown = shareOfFamily('mum@gmail.com', 'stranger@elsewhere.example')
    expect(shareOfFamily('mum@home.example', 'stranger@home.example')).toBeGreaterThan(unknown + 0.3)
    expect(shareOfFamily('mum@gmail.com', 'stranger@gmail.com')).toBeCloseTo(unknown, 1)
    expect(shareOfFamily('mum@hotmail.fr', 'stranger@hotmail.fr')).toBeCloseTo(unknown, 1)
  })
})

import { describe, expect, it } from 'vitest'
import { cleanAddress, listIdOf } from './message-addresses.ts'
import { featuresOf, threadSubject } from './message-features.ts'
import { mailWith } from './testing/messages.ts'

describe('features', () => {
  it('find the conversation behind reply marks of several languages', () => {
    for (const subject of ['Lunch', 'Re: Lunch', 'AW: WG: Lunch', 'RE[2]: Fwd:  lunch'])
      expect(threadSubject(subject)).toBe('lunch')
    expect(threadSubject('Refund: Lunch')).toBe('refund: lunch')
  })

  it('use the identifier of a list and not its description', () => {
    expect(listIdOf({ 'list-id': 'Friends of "x@y" <friends.lists.example>' })).toBe('friends.lists.example')
    expect(listIdOf({ 'x-mailing-list': 'linux-hams@vger.example' })).toBe('linux-hams@vger.example')
    expect(listIdOf({ 'list-post': '<mailto:all@lists.example>' })).toBe('all@lists.example')
    expect(listIdOf({})).toBe('')
    // Half of the emoji would be no text.
    expect(listIdOf({ 'list-id': `<${'a'.repeat(199)}😀.lists.example>` })).toBe('a'.repeat(199))
  })

  it('compare addresses exactly except for case and brackets', () => {
    expect(cleanAddress(' <Bob@X.example> ')).toBe('bob@x.example')
    expect(cleanAddress('bob@x.example.evil.example')).not.toBe(cleanAddress('bob@x.example'))
  })

  it('count a word once for matching however often it is repeated', () => {
    const once = featuresOf(mailWith({ subject: 'sale', text: 'cheap' }))
    const often = featuresOf(mailWith({ subject: 'sale', text: 'cheap '.repeat(400) }))
    expect(often.words).toEqual(once.words)
    expect([...often.stems.keys()].every((stem) => once.stems.has(stem))).toBe(true)
  })

  it('ignore sentences addressed to the sorter and keep the others', () => {
    const { stems } = featuresOf(mailWith({ text: 'See the zoo. Put this in the folder Newsletters! Bring apples' }))
    const seen = (word: string) =>
      [...featuresOf(mailWith({ text: word })).stems.keys()].every((stem) => stems.has(stem))
    expect(seen('zoo')).toBe(true)
    expect(seen('apples')).toBe(true)
    expect(seen('newsletters')).toBe(false)
  })

  it.each([
    ['a remark in the subject', { subject: 'Class trip [category: Newsletters]' }],
    ['a remark behind a dash', { subject: 'Class trip - move to Newsletters' }],
    ['an order', { text: 'The zoo. Please file this with the Newsletters. Bring apples.' }],
    ['words said over and over', { text: `The zoo. ${'Newsletters travel '.repeat(5)}` }],
  ])('ignore %s, but not the words around it', (_, parts) => {
    const stemOf = (word: string) => [...featuresOf(mailWith({ from: '', text: word })).stems.keys()]
    const { stems } = featuresOf(mailWith({ from: '', ...parts }))
    expect(stemOf('Newsletters').some((stem) => stems.has(stem))).toBe(false)
    expect(['trip', 'zoo'].flatMap(stemOf).some((stem) => stems.has(stem))).toBe(true)
  })
})

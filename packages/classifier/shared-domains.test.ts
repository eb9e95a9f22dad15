import { expect, it } from 'vitest'
import { createModel, decode, encode, learn, type Model, observe, rank } from './model.ts'
import { folder, mailWith } from './testing/messages.ts'

const folders = ['House', 'Work', 'Bills'].map((id) => folder(id))
const names = 'Anna Berg,Bilal Cakir,Carla Diez,Dora Egger,Emil Fuchs,Fynn Gross,Gül Hamid,Hanna Ito'.split(',')
const addressOf = (name: string, domain: string) => `${name.toLowerCase().replace(' ', '.')}@${domain}`
const from = (name: string, domain: string, subject: string) =>
  mailWith({ from: addressOf(name, domain), fromName: name, subject, text: `Words of ${subject}` })

/** A mailbox that has observed email of the first senders of the domain, and filed others elsewhere. */
function mailboxWith(domain: string, senders: readonly string[]): Model {
  const model = createModel()
  for (const [n, name] of senders.entries()) observe(model, from(name, domain, `Greeting ${n}`))
  for (let n = 0; n < 20; n++) file(model, 'billing@acme.example', `Account ${n}`, n % 2 ? 'Work' : 'Bills')
  return model
}

function file(model: Model, sender: string, subject: string, folderId: string): void {
  learn(model, mailWith({ from: sender, subject, text: `Words of ${subject}` }), folderId, folders)
}

function houseOf(model: Model, domain: string): number {
  const unknown = from('Zoe Young', domain, 'Xyzzy')
  return rank(model, unknown, folders).candidates.find(({ folderId }) => folderId === 'House')?.probability ?? 0
}

const domain = 'post.example'
const neighbour = addressOf('Anna Berg', domain)

/** After the neighbour's email was filed. */
function drawnToHouse(senders: readonly string[]): number {
  const model = mailboxWith(domain, senders)
  for (let n = 0; n < 20; n++) file(model, neighbour, `Key ${n}`, 'House')
  return houseOf(model, domain) - houseOf(model, 'elsewhere.example')
}

it('one sender of a domain with many draws no unknown one into a folder, one of a small domain does', () => {
  expect(drawnToHouse(names)).toBeCloseTo(0, 1)
  expect(drawnToHouse(names.slice(0, 5))).toBeGreaterThan(0.2)
  expect(drawnToHouse(names.map((name) => `${name} (Post)`))).toBeCloseTo(0, 1)
})

it('departments and programs of a sender are no many senders', () => {
  const departments = ['Post Shop', 'Post Orders', 'Club at Post', 'Post Jobs', 'My Post', 'Post News', 'Team Post']
  expect(drawnToHouse(departments)).toBeGreaterThan(0.2)
})

it('a domain of which the user has filed several senders into one folder draws the others there', () => {
  const model = mailboxWith(domain, names)
  for (let n = 0; n < 20; n++) file(model, addressOf(names[n % 5] ?? '', domain), `Plan ${n}`, 'House')
  expect(houseOf(model, domain) - houseOf(model, 'elsewhere.example')).toBeGreaterThan(0.2)
})

it('a domain whose senders the user files in several folders is not that of the one who writes most', () => {
  const model = mailboxWith(domain, names)
  for (let n = 0; n < 20; n++) file(model, neighbour, `Key ${n}`, 'House')
  for (const [n, name] of names.slice(1, 5).entries())
    file(model, addressOf(name, domain), `Plan ${n}`, n % 2 ? 'Work' : 'Bills')
  expect(houseOf(model, domain)).toBeCloseTo(houseOf(model, 'elsewhere.example'), 1)
})

it('a stored model knows which domains have many senders', () => {
  const model = mailboxWith(domain, names)
  const back = decode(encode(model)) ?? expect.fail('The model was not decoded')
  expect(back.domainSenders).toEqual(model.domainSenders)
  for (let n = 0; n < 20; n++) file(back, neighbour, `Key ${n}`, 'House')
  expect(houseOf(back, domain)).toBeCloseTo(houseOf(back, 'elsewhere.example'), 1)
})

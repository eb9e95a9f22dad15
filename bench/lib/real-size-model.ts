import { createModel, decode, encode, learn, observe } from '../../packages/classifier/classifier.ts'
import type { Database } from '../../server/db/database.ts'
import { classifierTextMaxLength } from '../../server/sorting/messages/mail-to-sort.ts'
import { saveModel, storedModel } from '../../server/sorting/learning/model-queries.ts'
import { foldersForClassifier } from '../../server/sorting/folders/folder-queries.ts'

/** A mailbox with some hundreds of filed messages has a model of this size. */
const modelBytes = 400_000

interface Content {
  subject: string
  from: string
  text: string
}

/** Ids of the folders in the model that all mailboxes copy. */
const names = ['Invoices', 'Newsletters'] as const
const templates = new WeakMap<(n: number) => Content, Uint8Array>()

/** Stores a model that is as large as that of a real mailbox, trained with messages like those that it sorts. */
export async function growModel(
  db: Database,
  mailbox: { mailboxId: string; userId: string },
  content: (n: number) => Content,
): Promise<void> {
  const { mailboxId, userId } = mailbox
  const template = templates.get(content) ?? trainLargeModel(content)
  templates.set(content, template)
  await db.asService(async (tx) => {
    const folders = await foldersForClassifier(tx, mailboxId)
    const stored = await storedModel(tx, mailboxId)
    const model = decode(template)
    if (!stored || !model) throw new Error('The mailbox has no model')
    for (const folder of model.folders) folder.id = folders.find(({ name }) => name === folder.id)?.id ?? folder.id
    model.frequencies.expected.clear()
    const state = Buffer.from(encode(model))
    if (!(await saveModel(tx, { ...stored, mailboxId, userId, state }, stored)))
      throw new Error('The model has changed')
  })
}

/** Takes seconds: once for all mailboxes. */
function trainLargeModel(content: (n: number) => Content): Uint8Array {
  const model = createModel()
  const folders = names.map((name) => ({ id: name, name, instructions: '' }))
  for (let n = 0; ; n++) {
    const mail = withRandomWords(content(n))
    observe(model, mail)
    learn(model, mail, names[n % 2] ?? names[0], folders)
    const state = n % 200 === 0 ? encode(model) : new Uint8Array()
    if (state.length >= modelBytes) return state
  }
}

let seed = 1
/** Park and Miller's generator: each run grows the same model. */
const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
const word = (): string => Array.from({ length: 4 }, () => syllables[random(syllables.length)] ?? '').join('')
const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu'.split(' ')

const withRandomWords = ({ subject, from, text }: Content) => ({
  from,
  fromName: 'Someone',
  to: ['me@contoso.example'],
  cc: [],
  subject: `${subject} ${word()}`,
  text: `${text} ${Array.from({ length: classifierTextMaxLength / 10 }, word).join(' ')}`,
  headers: {},
  attachmentNames: [],
  receivedAt: new Date('2026-01-01T00:00:00Z'),
})

import { decode, encode, learn, observe } from '../../packages/classifier/classifier.ts'
import type { Database } from '../../server/db/database.ts'
import { saveModel, storedModel } from '../../server/sorting/learning/model-queries.ts'
import { foldersForClassifier } from '../../server/sorting/processing/folder-queries.ts'

/** A mailbox with some hundreds of filed messages has a model of this size. */
const modelBytes = 400_000

interface Content {
  subject: string
  from: string
  text: string
}

/**
 * Trains the mailbox's model until it is as large as that of a real mailbox, with the messages that it sorts and random
 * words in them.
 */
export async function growModel(
  db: Database,
  mailbox: { mailboxId: string; userId: string },
  content: (n: number) => Content,
): Promise<void> {
  const { mailboxId, userId } = mailbox
  const { stored, folders } = await db.asService(async (tx) => ({
    stored: await storedModel(tx, mailboxId),
    folders: await foldersForClassifier(tx, mailboxId),
  }))
  const model = stored && decode(stored.state)
  if (!model) throw new Error('The mailbox has no model')
  let state = Buffer.from(encode(model))
  for (let n = 0; state.length < modelBytes; n++) {
    const folder = folders.find(({ name }) => name === (n % 2 === 0 ? 'Invoices' : 'Newsletters'))
    const mail = withRandomWords(content(n))
    observe(model, mail)
    if (folder) learn(model, mail, folder.id, folders)
    if (n % 200 === 0) state = Buffer.from(encode(model))
  }
  await db.asService((tx) => saveModel(tx, { ...stored, mailboxId, userId, state }, stored))
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
  text: `${text} ${Array.from({ length: 60 }, word).join(' ')}`,
  headers: {},
  attachmentNames: [],
  receivedAt: new Date('2026-01-01T00:00:00Z'),
})

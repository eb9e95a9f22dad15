import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import PostalMime from 'postal-mime'
import { readCorpus } from '../../packages/classifier/eval/corpus.ts'
import { StartupError, systemCode } from '../../server/startup-error.ts'

/** A mail to be filed or to arrive: what the sandbox's control door takes, and where its owner keeps it. */
export interface DemoMail {
  body: object | Uint8Array
  /** A path of folders; null where nobody has said. */
  folder: string | null
  date: Date
  subject: string
}

export interface DemoMailbox {
  folders: Map<string, string>
  filed: DemoMail[]
  arriving: DemoMail[]
}

/** The share of the older mail that is filed before the newer arrives. */
const filedShare = 0.7
/** Mail that says nothing of folders is kept by the domain of its sender, in this many folders at most. */
const mostDomains = 12

/**
 * Reads mail from files: `.eml`, folders of them, `.mbox`, corpus `.jsonl`.
 * @throws StartProblem where a file cannot be read as mail at all
 */
export async function readMailFiles(paths: string[]): Promise<DemoMailbox> {
  const folders = new Map<string, string>()
  const mails: DemoMail[] = []
  for (const path of paths) mails.push(...(await readPath(path, folders)))
  if (mails.length === 0) throw new StartupError('There is no mail in these files.')
  const kept = keepByDomain(mails).toSorted((a, b) => a.date.getTime() - b.date.getTime())
  for (const { folder } of kept) if (folder !== null && !folders.has(folder)) folders.set(folder, '')
  const split = Math.floor(kept.length * filedShare)
  const older = kept.slice(0, split)
  return {
    folders,
    filed: older.filter((mail) => mail.folder !== null),
    arriving: [...older.filter((mail) => mail.folder === null), ...kept.slice(split)],
  }
}

async function readPath(path: string, folders: Map<string, string>): Promise<DemoMail[]> {
  const about = await stat(path).catch((error: unknown) => Promise.reject(unreadable(path, error)))
  if (about.isDirectory()) {
    const names = (await readdir(path)).toSorted().filter((name) => /\.(eml|mbox)$/i.test(name))
    const parts = await Promise.all(names.map((name) => readPath(join(path, name), folders)))
    return parts.flat()
  }
  const kind = extname(path).toLowerCase()
  if (kind === '.jsonl') return readLabelled(path, folders)
  if (kind === '.mbox')
    return Promise.all(splitMbox(await readFile(path)).map((bytes) => readMime(bytes, basename(path, kind))))
  if (kind === '.eml') return [await readMime(await readFile(path), null)]
  throw new StartupError(`${path}: only .eml, .mbox and .jsonl files, and folders of .eml and .mbox, can be read`)
}

const unreadable = (path: string, error: unknown): StartupError =>
  new StartupError(`${path}: cannot be read (${systemCode(error) ?? 'unknown reason'})`)

function readLabelled(path: string, folders: Map<string, string>): DemoMail[] {
  const corpus = readCorpus(path, { contentOnly: false, folders: null })
  const nameOf = new Map(corpus.folders.map(({ id, name }) => [id, safeName(name)]))
  for (const { name, instructions } of corpus.folders) folders.set(safeName(name), instructions)
  return corpus.messages.map(({ mail, folder }) => ({
    folder: nameOf.get(folder) ?? null,
    date: mail.receivedAt,
    subject: mail.subject,
    body: {
      subject: mail.subject,
      from: person(mail.from, mail.fromName),
      toRecipients: mail.to.map((address) => person(address, '')),
      ccRecipients: mail.cc.map((address) => person(address, '')),
      receivedDateTime: mail.receivedAt.toISOString(),
      body: { contentType: 'text', content: mail.text },
      internetMessageHeaders: Object.entries(mail.headers).map(([name, value]) => ({ name, value })),
    },
  }))
}

const person = (address: string, name: string): object => ({ emailAddress: { address, name } })

/** A slash would be a path of folders, and Outlook's own names are taken. */
function safeName(folder: string): string {
  const name = folder.replaceAll('/', '-').trim()
  return /^(inbox|drafts|sent items|deleted items|junk email|outbox|archive|conversation history)$/i.test(name)
    ? `${name} (mine)`
    : name
}

async function readMime(bytes: Buffer, folder: string | null): Promise<DemoMail> {
  const parsed = await PostalMime.parse(bytes).catch(() => null)
  const time = Date.parse(parsed?.date ?? '')
  const domain = parsed?.from?.address?.split('@')[1]?.toLowerCase() ?? null
  return {
    body: bytes,
    folder: folder ?? domain,
    date: new Date(Number.isNaN(time) ? 0 : time),
    subject: parsed?.subject ?? '',
  }
}

/** Only domains that write often enough to be learned are worth a folder. */
function keepByDomain(mails: DemoMail[]): DemoMail[] {
  const count = Map.groupBy(mails, (mail) => mail.folder)
  const often = [...count].filter(([folder]) => folder !== null).toSorted(([, a], [, b]) => b.length - a.length)
  const isMime = (mail: DemoMail): boolean => mail.body instanceof Uint8Array
  const kept = new Set(
    often
      .slice(0, mostDomains)
      .filter(([, group]) => group.length > 1)
      .map(([folder]) => folder),
  )
  return mails.map((mail) => (isMime(mail) && !kept.has(mail.folder) ? { ...mail, folder: null } : mail))
}

/**
 * Messages of an mbox file (RFC 4155): each begins with a "From " line after an empty one; quoted ones are restored.
 */
export function splitMbox(bytes: Buffer): Buffer[] {
  const text = bytes.toString('latin1')
  const starts = [...text.matchAll(/(?:^|\r?\n\r?\n)From [^\n]*\n/g)]
  return starts.map((start, index) => {
    const from = start.index + start[0].length
    const to = starts[index + 1]?.index ?? text.length
    return Buffer.from(text.slice(from, to).replace(/^>(>*From )/gm, '$1'), 'latin1')
  })
}

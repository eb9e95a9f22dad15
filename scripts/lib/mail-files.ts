import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import PostalMime from 'postal-mime'
import { readCorpus } from '../../packages/classifier/eval/corpus.ts'
import { StartupError, systemCode } from '../../server/startup-error.ts'

/** A message to file or to deliver: the body for the sandbox's control API and the folder its owner chose. */
export interface DemoMail {
  body: object | Uint8Array
  /** A folder path; null where unknown. */
  folder: string | null
  date: Date
  subject: string
}

export interface DemoMailbox {
  folders: Map<string, string>
  filed: DemoMail[]
  arriving: DemoMail[]
}

/** The share of the messages, oldest first, that is filed before the newer ones are delivered. */
const filedShare = 0.7
/** Messages without a folder are filed by sender domain, in at most this many folders. */
const maxDomainFolders = 12

/**
 * Reads mail from files: `.eml`, folders of `.eml` and `.mbox`, `.mbox`, and corpus `.jsonl`.
 * @throws StartupError where a file cannot be read as mail
 */
export async function readMailFiles(paths: string[]): Promise<DemoMailbox> {
  const folders = new Map<string, string>()
  const mails: DemoMail[] = []
  for (const path of paths) mails.push(...(await readPath(path, folders)))
  if (mails.length === 0) throw new StartupError('These files contain no email.')
  const sorted = fileFrequentDomains(mails).toSorted((a, b) => a.date.getTime() - b.date.getTime())
  for (const { folder } of sorted) if (folder !== null && !folders.has(folder)) folders.set(folder, '')
  const split = Math.floor(sorted.length * filedShare)
  const older = sorted.slice(0, split)
  return {
    folders,
    filed: older.filter((mail) => mail.folder !== null),
    arriving: [...older.filter((mail) => mail.folder === null), ...sorted.slice(split)],
  }
}

async function readPath(path: string, folders: Map<string, string>): Promise<DemoMail[]> {
  const about = await stat(path).catch((error: unknown) => Promise.reject(unreadableFileError(path, error)))
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
  throw new StartupError(
    `${path}: unsupported file type; use .eml, .mbox or .jsonl files, or folders of .eml and .mbox files`,
  )
}

const unreadableFileError = (path: string, error: unknown): StartupError =>
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
      from: recipient(mail.from, mail.fromName),
      toRecipients: mail.to.map((address) => recipient(address, '')),
      ccRecipients: mail.cc.map((address) => recipient(address, '')),
      receivedDateTime: mail.receivedAt.toISOString(),
      body: { contentType: 'text', content: mail.text },
      internetMessageHeaders: Object.entries(mail.headers).map(([name, value]) => ({ name, value })),
    },
  }))
}

const recipient = (address: string, name: string): object => ({ emailAddress: { address, name } })

/** A slash would create nested folders, and the names of Outlook's default folders are reserved. */
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

/** Only domains with more than one message get a folder, because a single example cannot be learned from. */
function fileFrequentDomains(mails: DemoMail[]): DemoMail[] {
  const count = Map.groupBy(mails, (mail) => mail.folder)
  const often = [...count].filter(([folder]) => folder !== null).toSorted(([, a], [, b]) => b.length - a.length)
  const isMime = (mail: DemoMail): boolean => mail.body instanceof Uint8Array
  const keptDomains = new Set(
    often
      .slice(0, maxDomainFolders)
      .filter(([, group]) => group.length > 1)
      .map(([folder]) => folder),
  )
  return mails.map((mail) => (isMime(mail) && !keptDomains.has(mail.folder) ? { ...mail, folder: null } : mail))
}

/**
 * Splits an mbox file (RFC 4155): each message begins with a "From " line after an empty line; quoted "From " lines are
 * unquoted.
 */
function splitMbox(bytes: Buffer): Buffer[] {
  const text = bytes.toString('latin1')
  const starts = [...text.matchAll(/(?:^|\r?\n\r?\n)From [^\n]*\n/g)]
  return starts.map((start, index) => {
    const from = start.index + start[0].length
    const to = starts[index + 1]?.index ?? text.length
    return Buffer.from(text.slice(from, to).replace(/^>(>*From )/gm, '$1'), 'latin1')
  })
}

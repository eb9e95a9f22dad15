import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { FolderToSort, MessageToSort } from '../types.ts'
import { privateInbox } from './private-inbox.ts'
import { readJson, readJsonLines } from './read-json.ts'

/** One line of a corpus file: a labelled message. */
export const Line = z.object({
  folder: z.string(),
  from: z.string().default(''),
  from_name: z.string().default(''),
  to: z.array(z.string()).default([]),
  cc: z.array(z.string()).default([]),
  subject: z.string().default(''),
  date: z.coerce.date(),
  text: z.string().default(''),
  headers: z.record(z.string(), z.string()).default({}),
  n_attachments: z.number().int().nonnegative().default(0),
  split: z.enum(['train', 'test']).default('test'),
})

const FolderLines = z.array(
  z.object({ folder: z.string(), display_name: z.string().optional(), instructions: z.string().default('') }),
)

export interface Labelled {
  mail: MessageToSort
  folder: string
  split: 'train' | 'test'
}

export interface Corpus {
  file: string
  messages: Labelled[]
  folders: FolderToSort[]
}

interface ReadOptions {
  /** Drops recipients, headers and [tags]: what remains when the list address does not reveal the folder. */
  contentOnly: boolean
  /** A file with folder descriptions, for corpora without one beside them. */
  folders: string | null
}

const MANY_ATTACHMENTS = 20

export function labelledOf(m: z.infer<typeof Line>, contentOnly: boolean): Labelled {
  return {
    folder: m.folder,
    split: m.split,
    mail: {
      from: m.from,
      fromName: m.from_name,
      to: contentOnly ? [] : m.to,
      cc: contentOnly ? [] : m.cc,
      subject: contentOnly ? m.subject.replace(/\[[^\]]*\]/g, '') : m.subject,
      text: m.text,
      headers: contentOnly ? {} : m.headers,
      attachmentNames: Array.from({ length: Math.min(MANY_ATTACHMENTS, m.n_attachments) }, () => 'attachment'),
      receivedAt: m.date,
    },
  }
}

function foldersBeside(file: string): string | null {
  const own = join(dirname(file), `${basename(file, '.jsonl')}.folders.json`)
  const shared = join(dirname(file), 'folders.json')
  return [own, shared].find((path) => existsSync(path)) ?? null
}

/** @throws InputError where a file cannot be read, or naming the first invalid line */
export function readCorpus(file: string, options: ReadOptions): Corpus {
  const described = file.endsWith('.txt') ? privateInbox(readFileSync(file, 'utf8')) : null
  const messages = (described?.messages.map((line) => Line.parse(line)) ?? readJsonLines(file, Line))
    .map((line) => labelledOf(line, options.contentOnly))
    .sort((a, b) => a.mail.receivedAt.getTime() - b.mail.receivedAt.getTime())
  const foldersFile = foldersBeside(file) ?? options.folders
  const lines = FolderLines.parse(described?.folders ?? (foldersFile ? readJson(foldersFile, FolderLines) : []))
  const folders = new Map<string, FolderToSort>()
  for (const { folder, display_name, instructions } of lines) {
    folders.set(folder, { id: folder, name: display_name ?? folder, instructions })
  }
  for (const { folder } of messages) {
    if (!folders.has(folder)) folders.set(folder, { id: folder, name: folder, instructions: '' })
  }
  return { file, messages, folders: [...folders.values()] }
}

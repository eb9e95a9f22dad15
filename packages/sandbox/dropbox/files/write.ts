import { setTimeout as realDelay } from 'node:timers/promises'
import type { Call } from '../call.ts'
import { type Content, ContentReader } from '../content.ts'
import { CallError, refuse } from '../errors.ts'

/** One write at a time in an account, where the switch is on: the second is told to come again. */
export async function inTurn<T>({ world, account }: Call, write: () => Promise<T> | T): Promise<T> {
  const { lockContention, writeMs } = world.dropbox.settings
  if (lockContention && account.writing) throw new CallError(429, { '.tag': 'too_many_write_operations' }, 1)
  account.writing = true
  try {
    if (writeMs > 0) await realDelay(writeMs)
    return await write()
  } finally {
    account.writing = false
  }
}

/** Reads the file of a call on top of what a reader has. @throws CallError payload_too_large */
export async function readFile({ world, body }: Call, reader: ContentReader, hash: string | undefined): Promise<void> {
  const part = hash === undefined ? null : new ContentReader()
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > world.dropbox.settings.uploadLimit) continue
    reader.add(chunk)
    part?.add(chunk)
  }
  if (size > world.dropbox.settings.uploadLimit) throw refuse({ '.tag': 'payload_too_large' })
  if (part) checkHash(part.content(), hash)
}

function checkHash({ contentHash }: Content, hash: string | undefined): void {
  if (contentHash !== hash) throw refuse({ '.tag': 'content_hash_mismatch' })
}

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Reader, Writer } from './byte-stream.ts'
import {
  MalformedBytes,
  createWriter,
  readFloat,
  readSigned,
  readText,
  readUnsigned,
  writeFloat,
  writeSigned,
  writeText,
  writeUnsigned,
} from './byte-stream.ts'
import { addCount } from './sparse-counts.ts'
import { MAX_EXPECTED } from './expected-counts.ts'
import { MAX_DOCUMENTS, STEM_BUCKETS } from './document-frequencies.ts'
import { DOMAIN_BUCKETS } from './domain-senders.ts'
import { EXPERT_COUNT } from './stacking.ts'
import type { Model } from './model-state.ts'
import { createModel, ensureColumn } from './model-state.ts'
import { BUCKETS, blockOf, ensureRow, weightsAt } from './feature-table.ts'

/**
 * Increase it with every change of features, experts or layout: a stored model of another version is rebuilt from the
 * mailbox.
 */
export const MODEL_VERSION = 17
const MAGIC = 0x4d52
const SECOND = 1000
/** Decoding refuses anything larger than the encoder produces. */
const MAX_DECODED_BYTES = 2 ** 26

/**
 * Steps per doubling for counts, per unit for weights. A model is stored after each correction, and a count decays by a
 * hundredth with each: coarser steps would round the decay away.
 */
const COUNT_STEPS = 1024
const COUNT_SCALE = 16
const WEIGHT_STEPS = 48
/** Decaying counts stay below a few hundred messages. */
const MAX_COUNT_STEP = countStep(256)

export function encode(model: Model): Uint8Array {
  const w = createWriter()
  writeUnsigned(w, MAGIC)
  writeUnsigned(w, MODEL_VERSION)
  writeUnsigned(w, model.mails)
  writeUnsigned(w, model.messagesSeen)
  writeUnsigned(w, Math.max(0, Math.round(model.lastReceivedAt / SECOND)))
  for (const value of [...model.stack.theta, ...model.stack.slopes]) writeFloat(w, value)
  const { gain, shift, gainSlope, shiftSlope, bends } = model.calibration
  for (const value of [gain, shift, gainSlope, shiftSlope, ...bends]) writeFloat(w, value)
  for (const value of [...model.belonging.weights, ...model.belonging.slopes]) writeFloat(w, value)
  writeFrequencies(w, model)
  writeCells(w, model.domainSenders, writeUnsigned)
  writeSenders(w, model.filedSenders)
  writeUnsigned(w, model.folders.length)
  for (const folder of model.folders) {
    writeText(w, folder.id)
    writeUnsigned(w, folder.mails)
    writeFloat(w, folder.mass / folder.weight)
    writeFloat(w, folder.bulk / folder.weight)
    writeFloat(w, folder.recent)
    writeFloat(w, folder.bias)
    writeFloat(w, folder.biasSlope)
    writeFloat(w, folder.descriptionRecord)
    writeFloat(w, folder.confidenceShift)
    writeFloat(w, folder.confidenceShiftSlope)
  }
  writeRows(w, model)
  return deflateRawSync(w.bytes.subarray(0, w.length))
}

/** Sorted, as gaps. */
function writeSenders(w: Writer, senders: ReadonlySet<number>): void {
  writeUnsigned(w, senders.size)
  let previous = 0
  for (const sender of [...senders].sort((a, b) => a - b)) {
    writeUnsigned(w, sender - previous)
    previous = sender
  }
}

function writeFrequencies(w: Writer, { frequencies }: Model): void {
  writeUnsigned(w, frequencies.mails)
  for (const mails of frequencies.stems) writeUnsigned(w, mails)
  writeUnsigned(w, frequencies.expected.size)
  for (const [id, { descriptionHash, mails, stems }] of [...frequencies.expected].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    writeText(w, id)
    writeUnsigned(w, descriptionHash >>> 0)
    writeUnsigned(w, mails)
    writeCells(w, stems, writeUnsigned)
  }
}

function writeRows(w: Writer, { table, folders }: Model): void {
  const n = folders.length
  const { starts, sizes, columns, values } = table.counts
  const rows = [...Array(table.rows).keys()].sort((a, b) => (table.bucketOf[a] ?? 0) - (table.bucketOf[b] ?? 0))
  writeUnsigned(w, rows.length)
  const steps = new Int32Array(n)
  let previous = 0
  for (const row of rows) {
    const bucket = table.bucketOf[row] ?? 0
    writeUnsigned(w, bucket - previous)
    previous = bucket
    writeUnsigned(w, table.last[row] ?? 0)
    writeUnsigned(w, table.mails[row] ?? 0)
    writeUnsigned(w, countStep(table.slopes[row] ?? 0))
    const start = starts[row] ?? 0
    steps.fill(0)
    for (let at = start; at < start + (sizes[row] ?? 0); at++) {
      const column = columns[at] ?? 0
      steps[column] = countStep((values[at] ?? 0) / (folders[column]?.weight ?? 1))
    }
    writeCells(w, steps, writeUnsigned)
    const weights = blockOf(table, row)
    const base = weightsAt(table, row)
    for (let k = 0; k < n; k++) steps[k] = Math.round((weights[base + k] ?? 0) * WEIGHT_STEPS)
    writeCells(w, steps, writeSigned)
  }
}

function countStep(value: number): number {
  return Math.round(COUNT_STEPS * Math.log2(1 + COUNT_SCALE * value))
}

function countOf(step: number): number {
  return (2 ** (step / COUNT_STEPS) - 1) / COUNT_SCALE
}

/** Writes the non-zero cells: their number, then gap and value of each. */
function writeCells(
  w: Writer,
  steps: Int32Array | Uint32Array | Uint16Array,
  write: (w: Writer, value: number) => void,
): void {
  let filled = 0
  for (const step of steps) if (step !== 0) filled++
  writeUnsigned(w, filled)
  let previous = 0
  for (let k = 0; k < steps.length; k++) {
    const step = steps[k] ?? 0
    if (step === 0) continue
    writeUnsigned(w, k - previous)
    previous = k
    write(w, step)
  }
}

/** @returns null where the bytes are damaged or of another version: rebuild the model from the mailbox */
export function decode(bytes: Uint8Array): Model | null {
  try {
    const r = {
      bytes: inflateRawSync(bytes, { maxOutputLength: MAX_DECODED_BYTES }),
      at: 0,
    }
    if (readUnsigned(r) !== MAGIC || readUnsigned(r) !== MODEL_VERSION) return null
    const model = readModel(r)
    return r.at === r.bytes.length ? model : null
  } catch (error) {
    if (error instanceof MalformedBytes || isInflateError(error)) return null
    throw error
  }
}

function isInflateError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code))
}

function readModel(r: Reader): Model {
  const model = createModel()
  model.mails = readUnsigned(r)
  model.messagesSeen = readUnsigned(r)
  model.lastReceivedAt = readUnsigned(r) * SECOND
  for (const values of [model.stack.theta, model.stack.slopes])
    for (let j = 0; j < EXPERT_COUNT; j++) values[j] = readFloat(r)
  const { calibration } = model
  calibration.gain = readFloat(r)
  calibration.shift = readFloat(r)
  calibration.gainSlope = readFloat(r)
  calibration.shiftSlope = readFloat(r)
  for (let i = 0; i < calibration.bends.length; i++) calibration.bends[i] = readFloat(r)
  for (const values of [model.belonging.weights, model.belonging.slopes])
    for (let i = 0; i < values.length; i++) values[i] = readFloat(r)
  readFrequencies(r, model)
  readCells(r, DOMAIN_BUCKETS, (k) => {
    model.domainSenders[k] = readUnsigned(r)
  })
  readSenders(r, model)
  const folders = readUnsigned(r)
  for (let k = 0; k < folders; k++) {
    const column = ensureColumn(model, readText(r))
    const folder = model.folders[column]
    if (!folder || column !== k) throw new MalformedBytes()
    folder.mails = readUnsigned(r)
    folder.mass = readFloat(r)
    folder.bulk = readFloat(r)
    folder.recent = readFloat(r)
    folder.bias = readFloat(r)
    folder.biasSlope = readFloat(r)
    folder.descriptionRecord = readFloat(r)
    folder.confidenceShift = readFloat(r)
    folder.confidenceShiftSlope = readFloat(r)
  }
  readRows(r, model)
  return model
}

function readSenders(r: Reader, { filedSenders, messagesSeen }: Model): void {
  const count = readUnsigned(r)
  if (count > messagesSeen) throw new MalformedBytes()
  let sender = 0
  for (let i = 0; i < count; i++) {
    sender += readUnsigned(r)
    if (sender >= 2 ** 32) throw new MalformedBytes()
    filedSenders.add(sender)
  }
  if (filedSenders.size !== count) throw new MalformedBytes()
}

function readFrequencies(r: Reader, { frequencies }: Model): void {
  frequencies.mails = readUnsigned(r)
  if (frequencies.mails > MAX_DOCUMENTS) throw new MalformedBytes()
  for (let i = 0; i < frequencies.stems.length; i++) {
    const mails = readUnsigned(r)
    if (mails > frequencies.mails) throw new MalformedBytes()
    frequencies.stems[i] = mails
  }
  const folders = readUnsigned(r)
  for (let i = 0; i < folders; i++) {
    const id = readText(r)
    const descriptionHash = readUnsigned(r) | 0
    const mails = readUnsigned(r)
    if (frequencies.expected.has(id) || mails > 2 * MAX_EXPECTED) throw new MalformedBytes()
    const stems = new Uint32Array(STEM_BUCKETS)
    readCells(r, STEM_BUCKETS, (k) => {
      const came = readUnsigned(r)
      if (came > mails) throw new MalformedBytes()
      stems[k] = came
    })
    frequencies.expected.set(id, { descriptionHash, mails, stems })
  }
}

function readRows(r: Reader, { table, folders }: Model): void {
  const n = folders.length
  const rows = readUnsigned(r)
  let bucket = 0
  for (let i = 0; i < rows; i++) {
    bucket += readUnsigned(r)
    if (bucket >= BUCKETS || table.rows !== i) throw new MalformedBytes()
    const row = ensureRow(table, bucket)
    const last = readUnsigned(r)
    if (last > n) throw new MalformedBytes()
    table.last[row] = last
    table.mails[row] = readUnsigned(r)
    table.slopes[row] = countOf(readUnsigned(r))
    readCells(r, n, (k) => {
      const step = readUnsigned(r)
      if (step > MAX_COUNT_STEP) throw new MalformedBytes()
      addCount(table.counts, row, k, countOf(step))
    })
    const weights = blockOf(table, row)
    const base = weightsAt(table, row)
    readCells(r, n, (k) => {
      weights[base + k] = readSigned(r) / WEIGHT_STEPS
    })
  }
}

function readCells(r: Reader, n: number, read: (k: number) => void): void {
  const filled = readUnsigned(r)
  let k = 0
  for (let i = 0; i < filled; i++) {
    const gap = readUnsigned(r)
    k += gap
    if (k >= n || (i > 0 && gap === 0)) throw new MalformedBytes()
    read(k)
  }
}

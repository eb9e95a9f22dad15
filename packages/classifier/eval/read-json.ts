import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { InputError } from './input-error.ts'

/** @throws InputError where the file cannot be read or does not have this shape */
export function readJson<T>(file: string, shape: z.ZodType<T>): T {
  return parseJson(file, readText(file), shape)
}

/**
 * Reads a file of JSON lines and skips empty lines.
 * @throws InputError where the file cannot be read, or naming the first line without this shape
 */
export function readJsonLines<T>(file: string, shape: z.ZodType<T>): T[] {
  return readText(file)
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [parseJson(`${file}, line ${i + 1}`, line, shape)]))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(
      `${file}: cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'})`,
    )
  }
}

function parseJson<T>(place: string, text: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new InputError(`${place}: not the expected JSON (see packages/classifier/eval/corpus.ts)`)
  }
}

import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { StartProblem, systemCode } from '../server/start-problem.ts'

/** @throws StartProblem where the file cannot be read or is no JSON of this shape */
export function readJson<T>(file: string, shape: z.ZodType<T>): T {
  return parseJson(file, readText(file), shape)
}

/** A file of JSON lines; empty ones are passed over. @throws StartProblem where the file cannot be read, or with the first line that is not of this shape */
export function readJsonLines<T>(file: string, shape: z.ZodType<T>): T[] {
  return readText(file)
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [parseJson(`${file}, line ${i + 1}`, line, shape)]))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartProblem(`${file}: cannot be read (${systemCode(error) ?? 'unknown reason'})`)
  }
}

function parseJson<T>(place: string, text: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new StartProblem(`${place}: not the JSON that was expected (see eval/corpus.ts)`)
  }
}

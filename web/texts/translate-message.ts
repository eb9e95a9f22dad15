import { t, translationOf } from './translate.ts'

/** Translates a message of a schema or the server. A number in it is the `{number}` of the key. */
export function translateMessage(english: string): string {
  const key = english.replace(/\d+/, '{number}')
  return translationOf(key) === key ? t(english) : t(key, { number: Number(/\d+/.exec(english)?.[0]) })
}

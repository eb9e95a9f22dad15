import { invalidRequest } from './errors.ts'

const FORBIDDEN = /["*:<>?/\\|\p{Cc}]/u
const RESERVED = /^(?:\.lock|con|prn|aux|nul|com\d|lpt\d|desktop\.ini)$/i
const LONGEST_NAME = 255
/** Of a path in whole, without its first slash. */
const LONGEST_PATH = 400

/** Names that OneDrive does not take (support.microsoft.com: restrictions and limitations in OneDrive). @throws GraphError */
export function checkName(name: string): void {
  const bad =
    name === '' ||
    name === '.' ||
    name === '..' ||
    FORBIDDEN.test(name) ||
    /^ |[ .]$/.test(name) ||
    /_vti_/i.test(name) ||
    name.startsWith('~$') ||
    RESERVED.test(name)
  if (bad) throw invalidRequest('The provided name cannot contain characters, or be a name, that is not allowed.')
  if (name.length > LONGEST_NAME) throw invalidRequest('The provided name is too long.')
}

export function checkPath(segments: readonly string[]): void {
  for (const segment of segments) checkName(segment)
  if (segments.join('/').length > LONGEST_PATH) throw invalidRequest('The provided path is too long.')
}

/** `report.pdf`, `report 1.pdf`, `report 2.pdf`: the first that nobody has. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 0; ; number++) {
    const next = number === 0 ? name : `${stem} ${number}${extension}`
    if (!isTaken(next)) return next
  }
}

import { invalidRequest } from './errors.ts'

const FORBIDDEN = /["*:<>?/\\|\p{Cc}]/u
const RESERVED = /^(?:\.lock|con|prn|aux|nul|com\d|lpt\d|desktop\.ini)$/i
const MAX_NAME_LENGTH = 255
/** Of the whole path without its first slash. */
const MAX_PATH_LENGTH = 400

/**
 * Refuses invalid names: see "Restrictions and limitations in OneDrive and SharePoint" at https://support.microsoft.com
 * @throws GraphError
 */
function checkName(name: string): void {
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
  if (name.length > MAX_NAME_LENGTH) throw invalidRequest('The provided name is too long.')
}

export function checkPath(segments: readonly string[]): void {
  for (const segment of segments) checkName(segment)
  if (segments.join('/').length > MAX_PATH_LENGTH) throw invalidRequest('The provided path is too long.')
}

/** The first free name of `report.pdf`, `report 1.pdf`, `report 2.pdf` … */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 0; ; number++) {
    const next = number === 0 ? name : `${stem} ${number}${extension}`
    if (!isTaken(next)) return next
  }
}

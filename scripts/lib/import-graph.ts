import { dirname, join, normalize } from 'node:path'

/** The imports of a source file: repository paths for relative imports, package names for others. */
export function importsOf(file: string, source: string): string[] {
  const found = source.matchAll(
    /^(?:import|export)\b[^'"`]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  )
  return [...found].map(([, a, b, c]) => {
    const target = a ?? b ?? c ?? ''
    return target.startsWith('.') ? normalize(join(dirname(file), target)) : target
  })
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Imports each icon from its own module. lucide-react is imported through one index, so every module seems to import
 * every icon, and icons of rare screens would be in the scripts that all pages load.
 */
export function iconImports(): Plugin {
  const files = readIconFiles()
  const importOf = (specifier: string): string => {
    const [, isType, name = '', alias] = /^(type\s+)?(\w+)(?:\s+as\s+(\w+))?$/.exec(specifier.trim()) ?? []
    const file = files.get(name)
    if (isType || !file) return `import { ${specifier} } from 'lucide-react'`
    return `import ${alias ?? name} from 'lucide-react/icons/${file}'`
  }
  return {
    name: 'icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes("from 'lucide-react'")) return null
      const replaced = code.replaceAll(/import \{([^}]+)\} from 'lucide-react'/g, (_, specifiers: string) =>
        specifiers
          .split(',')
          .filter((specifier) => specifier.trim() !== '')
          .map(importOf)
          .join('; '),
      )
      return { code: replaced, map: null }
    },
  }
}

/** File of each exported name, from the package's index. */
function readIconFiles(): Map<string, string> {
  const index = readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8')
  const lines = index.matchAll(/^export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/gm)
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
}

import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * Published shapes of the services that the sandbox stands in for. They lie beside the repository, and may be absent.
 */
const FOLDER = new URL('../../../shared/contracts/', import.meta.url)

type Contract = {
  /** What is wrong with a value, in words; empty where it fits the named schema. */
  problems(schema: string, value: unknown): string
}

/** Null where the file is not on this machine: then there is nothing to compare with. */
export function loadContract(file: string, schemasAt: string): Contract | null {
  const url = new URL(file, FOLDER)
  if (!existsSync(url)) return null
  const document: unknown = JSON.parse(readFileSync(url, 'utf8'))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(Object(document), 'contract')
  return {
    problems(schema, value) {
      const validate = ajv.getSchema(`contract#${schemasAt}/${schema}`)
      if (!validate) throw new Error(`${file} has no schema ${schema}`)
      return validate(value) ? '' : ajv.errorsText(validate.errors)
    },
  }
}

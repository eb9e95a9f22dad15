import { z } from 'zod'

/** Arguments of the routes, by Dropbox's API specification (files.stone). A member of a union may be its bare tag. */
const writePath = z.string().regex(/^(?:(\/(.|[\r\n])*)|(ns:[0-9]+(\/(.|[\r\n])*)?)|(id:.*))$/)
const newPath = z.string().regex(/^(?:(\/(.|[\r\n])*)|(ns:[0-9]+(\/(.|[\r\n])*)?))$/)
const readPath = z.string().regex(/^(?:(\/(.|[\r\n])*|id:.*)|(rev:[0-9a-f]{9,})|(ns:[0-9]+(\/(.|[\r\n])*)?))$/)
const folderPath = z
  .string()
  .regex(/^(?:(\/(.|[\r\n])*)?|id:.*|(ns:[0-9]+(\/(.|[\r\n])*)?))$/)
  .refine((path) => path !== '/', 'Specify the root folder as an empty string rather than as "/".')
const rev = z.string().regex(/^[0-9a-f]{9,}$/)
const hash = z.string().length(64)
const time = z.iso.datetime().regex(/^[\d-]{10}T[\d:]{8}Z$/, 'time data does not match format "%Y-%m-%dT%H:%M:%SZ"')

function tags<const T extends readonly [string, ...string[]]>(names: T) {
  return z.union([z.enum(names), z.strictObject({ '.tag': z.enum(names) }).transform((value) => value['.tag'])])
}

const mode = z.union([
  tags(['add', 'overwrite']).transform((tag) => ({ tag })),
  z
    .strictObject({ '.tag': z.literal('update'), update: rev })
    .transform(({ update }) => ({ tag: 'update' as const, rev: update })),
])

const CommitArg = z.strictObject({
  path: writePath,
  mode: mode.default({ tag: 'add' }),
  autorename: z.boolean().default(false),
  client_modified: time.optional(),
  mute: z.boolean().optional(),
  strict_conflict: z.boolean().default(false),
})

export const UploadArg = CommitArg.extend({ content_hash: hash.optional() })

export const StartArg = z.strictObject({
  close: z.boolean().default(false),
  session_type: tags(['sequential', 'concurrent']).default('sequential'),
  content_hash: hash.optional(),
})

const SessionCursor = z.strictObject({ session_id: z.string(), offset: z.number().int().min(0) })

export const AppendArg = z.strictObject({
  cursor: SessionCursor,
  close: z.boolean().default(false),
  content_hash: hash.optional(),
})

export const FinishArg = z.strictObject({ cursor: SessionCursor, commit: CommitArg, content_hash: hash.optional() })

export const CreateFolderArg = z.strictObject({ path: newPath, autorename: z.boolean().default(false) })

export const GetMetadataArg = z.strictObject({ path: readPath })

export const DownloadArg = z.strictObject({ path: readPath, rev: rev.optional() })

export const ListFolderArg = z.strictObject({
  path: folderPath,
  recursive: z.boolean().default(false),
  include_mounted_folders: z.boolean().optional(),
  limit: z.number().int().min(1).max(2000).default(2000),
  include_non_downloadable_files: z.boolean().default(true),
  include_restorable_info: z.boolean().optional(),
})

export const CursorArg = z.strictObject({ cursor: z.string().min(1) })

export const SearchArg = z.strictObject({
  query: z.string().min(1).max(1000),
  options: z
    .strictObject({
      path: folderPath.default(''),
      max_results: z.number().int().min(1).max(1000).default(100),
      order_by: tags(['relevance', 'last_modified_time']).default('relevance'),
      file_status: tags(['active', 'deleted']).default('active'),
      filename_only: z.boolean().default(false),
      file_extensions: z.array(z.string()).optional(),
      file_categories: z
        .array(
          tags([
            'image',
            'document',
            'pdf',
            'spreadsheet',
            'presentation',
            'audio',
            'video',
            'folder',
            'paper',
            'others',
          ]),
        )
        .optional(),
      account_id: z.string().length(40).optional(),
    })
    .prefault({}),
})

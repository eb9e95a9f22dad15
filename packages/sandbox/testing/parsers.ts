/** The sandbox's parsers of untrusted bytes, for `npm run fuzz`. */
export { DriveError } from '../google/drive/errors.ts'
export { readParts } from '../google/drive/multipart.ts'
export { readMime } from '../microsoft/mime.ts'
export { htmlToText } from '../microsoft/simulate-graph-text-body.ts'

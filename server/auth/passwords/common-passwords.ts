/**
 * Passwords that every guesser tries first, as rules instead of a long list: a well-known word with a few digits and signs
 * behind it, keys in a row, a short piece repeated, a date. They make up nearly all of the published "most used" lists from eight characters on.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  return isKnownWord(text) || isRowOfKeys(text) || isShortPieceRepeated(text) || isDate(text)
}

const words = new Set(
  `pass passwd password passwords passwort motdepasse contrasena senha wachtwoord parola haslo mypassword thepassword passpass
  admin administrator adminadmin root toor user username login logon guest default change changeme changeit letme letmein letmeinnow
  welcome welcomeback willkommen bienvenue hello hellohello hallo hallohallo bonjour hola ciao test testtest tester testing demo sample example
  secret secrets topsecret mysecret private access accessgranted master mastermaster system server manager office company business security
  mailroom mail email outlook microsoft windows google facebook twitter instagram youtube linkedin amazon apple samsung nokia android iphone
  qwe qwer qwert qwerty qwertz azerty azertyuiop qwertyqwerty asd asdf asdfasdf asdfgh zxc zxcv zxcvbn qaz qazwsx wsx aaa abc abcd abcabc xyz
  iloveyou iloveu ilovey love lover lovely loveme loveyou lovelove mylove truelove sweetheart darling babygirl babyboy baby honey sweety angel angels
  princess prince queen king sunshine sunflower rainbow butterfly flower flowers blossom summer winter spring autumn january february march april
  june july august september october november december monday tuesday wednesday thursday friday saturday sunday sommer herbst fruehling
  monkey dragon tiger tigger lion wolf eagle falcon panther bear horse dolphin kitten kitty puppy doggy bulldog spider scorpion phoenix turtle
  football fussball futbol soccer baseball basketball hockey tennis golf golfer runner yankees cowboys lakers steelers packers redsox chelsea arsenal
  liverpool barcelona realmadrid juventus bayern manchester superman batman spiderman ironman pokemon pikachu naruto starwars startrek matrix skywalker
  jedi merlin gandalf hunter ranger warrior soldier killer ninja samurai wizard shadow darkness midnight thunder lightning storm fire phantom
  michael jordan jennifer jessica ashley amanda daniel andrew joshua matthew anthony robert thomas charlie george william richard joseph david
  nicole michelle melissa elizabeth samantha stephanie alexander alexandra benjamin christian christopher jonathan nicholas patrick victoria
  maria anna martin stefan andreas thomas sandra sabine claudia daniela natalie sophie laura sarah julia emma oliver oscar max bailey buster
  maggie ginger pepper cookie chocolate cheese banana orange apple cherry strawberry coffee pizza sugar candy bubbles peanut pumpkin
  computer internet network laptop keyboard monitor mobile phone samsung nothing whatever something anything everything freedom liberty
  trust trustno trustnoone forever always together family friends friend mother father brother sister jesus jesuschrist christ heaven blessed faith
  corvette mustang ferrari porsche mercedes yamaha harley honda toyota camaro viper racing london paris berlin newyork america canada england
  germany france italy spain mexico brasil chicago dallas houston boston austin denver phoenix texas california florida hawaii
  blink metallica nirvana eminem slipknot rockyou rockstar music guitar dancer dance party lucky lucky7 happy smile smiley cool awesome
  money dollar cash millionaire diamond silver gold golden platinum purple yellow green black white orange blue bluesky fuckyou fuckoff asshole
  bitch sexy hottie biteme`.split(/\s+/),
)

/** The word alone or with up to six digits and two signs around it, also where letters are written as digits or signs. */
function isKnownWord(text: string): boolean {
  const bare = text.replace(/^[0-9]{1,4}/, '').replace(/[0-9]{0,6}[^\p{L}\p{N}]{0,2}[0-9]{0,2}$/u, '')
  const written = text.replace(/[^\p{L}\p{N}@$]{1,2}$/u, '')
  return [text, written, bare].some(
    (candidate) => words.has(candidate) || words.has(unleet(candidate)) || words.has(unleet(stripDigits(candidate))),
  )
}

const stripDigits = (text: string): string => text.replace(/[0-9]{1,6}$/, '')

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const unleet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => leet[sign] ?? sign)

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  'asdfghjkl;',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8',
  'aa11bb22cc33',
  '!@#$%^&*()',
]
const allRows = rows.flatMap((row) => [row, row.split('').toReversed().join('')])

const isRow = (part: string): boolean => allRows.some((row) => row.includes(part))

/** Keys side by side, also two such rows one after the other ("qwer1234"). */
function isRowOfKeys(text: string): boolean {
  if (isRow(text)) return true
  for (let cut = 3; cut <= text.length - 3; cut++) {
    if (isRow(text.slice(0, cut)) && isRow(text.slice(cut))) return true
  }
  return false
}

const isShortPieceRepeated = (text: string): boolean => /^(.{1,4}?)\1+.{0,2}$/su.test(text)

const isDate = (text: string): boolean =>
  /^(?:(?:0?[1-9]|[12]\d|3[01])[-./]?(?:0?[1-9]|[12]\d|3[01])[-./]?(?:19|20)\d\d|(?:19|20)\d\d[-./]?(?:0?[1-9]|1[0-2])[-./]?(?:0?[1-9]|[12]\d|3[01]))$/.test(
    text,
  )

import type { Lexicon } from '../lexicon.ts'

export const english: Lexicon = {
  language: 'en',
  by:
    'by|per|sorted by|sort by|grouped by|group by|organised by|organized by|ordered by|by the|' +
    'for each|for every|each|every|one folder per|one per|according to|based on|depending on',
  to: 'to|into|in|under|below|inside|within|at|onto|to my|in my|on',
  byOrTo: '',
  from:
    'from the company|from the supplier|from supplier|from the customer|from client|from my|from|' +
    'sent by|received from|coming from|by sender named',
  folder: 'folder|folders|subfolder|subfolders|directory|directories|path|location',
  called:
    'named after|with the name of|by the name of|called|named|titled|entitled|with the name|' +
    'with the title|with title|labelled|labeled',
  about:
    'about|regarding|concerning|related to|matching|mentioning|containing|contain|contains|with|for|' +
    'on the topic of|whose name contains|that mention|that contain|including',
  name: 'name|names|filename|filenames|file name|file names|title',
  not:
    'nothing|none|no|not|dont|do not|never|except|except for|without|excluding|exclude|ignore|skip|' +
    'but not|leave out|other than|apart from|ignoring|skipping|anything but',
  and: 'and|or|as well as|plus|also|and also',
  next: 'then|and then|after that|afterwards|next|finally|followed by|first|firstly|second',
  larger:
    'over|above|larger than|bigger than|greater than|more than|at least|larger|bigger|from at least|' +
    'minimum|exceeding|or more',
  smaller:
    'under|below|smaller than|less than|up to|at most|no larger than|no bigger than|not larger than|' +
    'not bigger than|smaller|maximum|max|or less',
  between: 'between',
  store:
    'save|saves|saved|saving|store|stores|stored|storing|put|file|archive|keep|keeps|upload|uploads|' +
    'copy|back up|backup|move|place|drop|sort|sorts|sorted|organise|organize|organised|organized|' +
    'group|collect|go|goes|belong|belongs|land',
  create: 'create|creates|creating|make|makes|making|open|opens|start|set up|new|register|generate',
  extract:
    'extract|extracts|extracting|pull out|pull|read out|read|parse|capture|note down|pick out|collect the|determine',
  search:
    'check if|check whether|check|see if|see whether|search|search for|search in|search through|' +
    'look for|look up|find|look through|look in|check for|browse',
  retrieve: 'retrieve|fetch|download|bring me|bring|open the file|load',
  get: 'get|take',
  add: 'add|adds|adding|insert|enter',
  files:
    'attachment|attachments|attached|file|files|attached file|attached files|document|documents|' +
    'everything|all|anything|them|it|the rest|rest|others|stuff|all files',
  contact: 'contact|contacts|contact record|person record|contact person|new contact|customer record|contact entry',
  opportunity: 'opportunity|opportunities|deal|deals|sales opportunity|sales deal|new deal|new opportunity',
  mail:
    'mail|mails|email|emails|e mail|e mails|message|messages|body|the mail|the email|inbox|' +
    'incoming mail|incoming email|incoming emails',
  delete: 'delete|deletes|remove|erase|trash|discard|destroy|wipe|unsubscribe',
  send:
    'send|sends|forward|forwards|reply|replies|respond|answer|write back|write|notify|alert|tell|' +
    'inform|post|share|message me|remind|call',
  other:
    'rename|print|translate|summarise|summarize|summary|pay|sign|schedule|convert|compress|unzip|' +
    'encrypt|approve|calculate|label|mark as read|mark|flag|product|task|tasks|calendar event|' +
    'appointment|meeting|ticket in',
  filler:
    'a|an|the|please|my|me|i|we|our|you|your|of|this|that|these|those|only|just|want|would|like|' +
    'should|be|is|are|was|it|its|their|his|her|any|some|one|when|whenever|if|comes|come|arrives|' +
    'arrive|arriving|incoming|new|a new|writes|gets|for|with|so|as|in order to|earlier|previous|' +
    'existing|older|all of|always|automatically|which|who|there|main|root|base|own|separate|different|' +
    'right|respective|size|big|large|format|s|has|have|goes into|everyone|people|lead|leads|prospect|' +
    'prospects|here|can|could|need|needs|using|use|via|line|them',
  fields: {
    sender_address:
      'email address|e mail address|address|sender email|sender address|senders email address|' +
      'senders address|sender email address|from address|email address of the sender',
    sender_domain:
      'sender company|company name|senders company|domain|domains|company|companies|organisation|' +
      'organization|sender domain|firm|business|email domain',
    sender_name:
      'client name|customer name|supplier name|vendor name|name of the client|name of the customer|' +
      'sender|senders|sender name|senders name|name of the sender|person|customer|customers|client|' +
      'clients|supplier|suppliers|vendor|vendors|who sent it|contact name',
    subject: 'subject|subjects|subject line|topic|subject of the mail|subject of the email|mail subject|email subject',
    year: 'year|years|yearly|annual|calendar year|the year',
    month: 'month|months|monthly|the month',
    day: 'day|days|daily',
    date:
      'invoice date|document date|date of the invoice|arrival date|date|dates|received date|' +
      'date received|date of receipt',
    file_type:
      'type|types|file type|file types|type of file|kind of file|extension|file extension|format type|' +
      'filetype|file format',
  },
  kinds: {
    invoice: 'invoice|invoices|bill|bills',
    receipt: 'receipt|receipts|proof of purchase',
    contract: 'contract|contracts|agreement|agreements',
    quote: 'quote|quotes|quotation|quotations|offer|offers|estimate|estimates|proposal|proposals|quotes and offers',
    order: 'order|orders|purchase order|purchase orders|order confirmation|order confirmations',
    delivery_note: 'delivery note|delivery notes|packing slip|packing slips|delivery slip|delivery slips',
    statement: 'statement|statements|bank statement|bank statements|account statement|account statements',
    tax: 'tax|taxes|tax document|tax documents|tax return|tax returns|tax form|tax forms',
    payslip: 'payslip|payslips|pay slip|pay slips|salary slip|salary slips|pay stub|pay stubs',
    report: 'report|reports',
    draft: 'draft|drafts',
    application: 'application|applications|job application|job applications',
    resume: 'resume|resumes|cv|cvs|curriculum vitae',
    insurance: 'insurance|insurance document|insurance documents|insurance policies|insurance policy',
    ticket: 'ticket|tickets',
    reminder: 'reminder|reminders|dunning letter|dunning letters',
    certificate: 'certificate|certificates',
    newsletter: 'newsletter|newsletters',
    signature: 'signature|signatures',
    logo: 'logo|logos',
  },
  groups: {
    pdf: 'pdf|pdfs|pdf file|pdf files|pdf document|pdf documents',
    image:
      'image|images|picture|pictures|photo|photos|image files|image file|screenshot|screenshots|scans|' +
      'photograph|photographs',
    document: 'word document|word documents|word file|word files|word|docx|doc|text documents',
    spreadsheet: 'spreadsheet|spreadsheets|excel|excel file|excel files|excel sheet|excel sheets|xlsx|xls',
    presentation:
      'presentation|presentations|powerpoint|powerpoints|powerpoint file|powerpoint files|slide deck|' +
      'slide decks|slides|pptx|ppt',
    archive: 'zip|zips|zip file|zip files|zip archive|zip archives|archives|compressed files',
    csv: 'csv|csv file|csv files',
    xml: 'xml|xml file|xml files',
    text: 'txt|text file|text files',
    video: 'video|videos|video files|movies',
    audio: 'audio|audio files|recordings|voice messages',
    calendar: 'ics|calendar invites|calendar invitations|calendar files|invitations',
  },
}

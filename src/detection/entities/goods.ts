/** Numbers of goods, papers and cases are divided as telephone and national numbers are: `Part no. 415-267-1193`. */

/** Things that are numbered, of which nobody says what else stands behind them. Texts have lost their accents by then, mostly. */
const GOODS = [
  ...[
    'parts?',
    'items?',
    'sku',
    'model',
    'products?',
    'serial',
    'catalog(?:ue)?',
    'article',
    'stock',
    'asset',
  ],
  ...['invoices?', 'orders?', 'tickets?', 'receipt', 'quot(?:e|ation)', 'estimate', 'shipment', 'parcel'],
  ...[
    'tracking',
    'waybill',
    'awb',
    'bill of lading',
    'batch',
    'lot',
    'booking',
    'reservation',
    'confirmation',
  ],
  ...['claim', 'docket', 'patent', 'drawing', 'permit', 'contract', 'policy', 'transaction', 'po', 'rma'],
  ...['isbn(?:-1[03])?', 'issn', 'ean', 'upc', 'gtin', 'barcode', 'rfc', 'ref', 'reference', 'p/n', 's/n'],
  ...['version', 'build', 'release', 'revision', 'firmware', 'incident', 'bug', 'delivery note', 'hs code'],
  ...['teil', 'artikel', 'art', 'rechnung', 'bestellung', 'auftrag', 'lieferschein', 'charge', 'vertrag'],
  ...['commande', 'facture', 'colis', 's[ée]rie', 'r[ée]f[ée]rence', 'r[ée]f', 'contrat', 'devis', 'dossier'],
  ...[
    'pedido',
    'factura',
    'referencia',
    'art[íi]culo',
    'albar[áa]n',
    'lote',
    'contrato',
    'expediente',
    'fatura',
  ],
  ...['encomenda', 'ordine', 'fattura', 'articolo', 'contratto', 'pratica', 'lotto', 'bestelling', 'factuur'],
  ...['objedn[áa]vk[ay]', 'zak[áa]zk[ay]', 'z[áa]silk[ay]', 'smlouv[ay]', 'v[ýy]rob(?:ek|ku)', '[čc]\\.? ?j'],
  ...['sp(?:is)?\\.? ?zn', 'pieza', 'repuesto', 'producto', 'modelo', 'orden', 'plano', 'boleta', 'gu[íi]a'],
  ...[
    'zam[óo]wieni[ea]',
    'faktur[ay]?',
    'ordre',
    'заказа?',
    'сч[её]та?',
    'накладная',
    'артикул',
    'договора?',
  ],
];
/** What has people as well: only a word for a number behind them says that it is theirs. */
const OF_SOMEBODY = ['customer', 'member(?:ship)?', 'client', 'case', 'form', 'job', 'kunden', 'claim'];
/** German joins the two: `Bestellnummer`. */
const JOINED =
  '(?:artikel|teile|serien|bestell|rechnungs?|auftrags|sendungs|vertrags|kunden|chargen|liefer(?:schein)?|beleg|order|factuur|bestel|serie|ordre|faktura)[- ]?(?:nummer|nr|number)';
const UNSPACED =
  '订单(?:编?号)?|訂單(?:編?號)?|发票号码?|快递单号|运单号|单号|序列号|型号|料号|合同号|注文番号|請求書番号|型番|品番|伝票番号|주문 ?번호|송장 ?번호|일련 ?번호';

const NUMBER = String.raw`(?:no|nos|nr|num|number|numbers|id|code|n[.]?[°ºo]?|№|nummer|num[ée]ro|n[úu]mero|c|c[íi]slo)`;
const IS = '(?: (?:is|was|ist|lautet|lautete|est|es|è|é))';
const FILLER = String.raw`[\s:#=.,"'*\x60\\[{№°º-]{0,4}`;

/** Another such number in between: `P/N 415-267-1193 with 415-267-1194`. */
const AND = String.raw`(?:\d{3}[-.]\d{2,3}[-.]\d{4}(?:-\p{L}\w{0,3})? (?:and|or|with|to|by|und|oder|et|ou|y|o|e) )?`;

const OF_GOODS = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:(?:${GOODS.join('|')})(?:[ ._-]{0,2}${NUMBER})?|(?:${OF_SOMEBODY.join('|')})[ ._-]{0,2}${NUMBER}|${JOINED})|${UNSPACED})${IS}?${FILLER}${AND}$`,
  'iu',
);
const REACH = 64;

/** What stands in front of a number within a mark, and behind it: `ABC-415-…-1193-B`. */
const LEAD = /\p{Lu}-$/u;
const TAIL = /^-\p{L}/u;

/** Whether what touches a number says that it is one of goods, of papers or of a case. */
export const isOfGoods = (text: string, start: number): boolean =>
  OF_GOODS.test(text.slice(Math.max(0, start - REACH), start));

/** Whether a number is a part of a longer mark, as goods have them. */
export const isWithinMark = (text: string, start: number, end: number): boolean =>
  LEAD.test(text.slice(Math.max(0, start - 2), start)) || TAIL.test(text.slice(end, end + 2));

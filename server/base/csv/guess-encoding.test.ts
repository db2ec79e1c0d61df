import { expect, it } from 'vitest';
import { guessEncoding } from './guess-encoding.ts';

const TEXTS = {
  'Windows-1252': [
    'Göteborg',
    'Größe, Müller',
    'Café de Orléans',
    'Muñoz, Málaga',
    'São João',
    'Ærøskøbing',
    'Reykjavík, Þórður Guðmundsson',
    'Città è più',
    'Zoë',
    'ÅSA ÖBERG',
    'Göteborg,Müller,Café,Muñoz,Orléans',
    'O’Brien – “Café” €5',
    '£12.50 and ½ Zoë',
    'Señor Peña, Núñez',
    'L’Haÿ-les-Roses, cœur',
    'Genève',
    'MÜNCHEN STRAßE',
    'Malmö,SE',
    'ZOË',
    'Fête, Noël',
    'Lefèvre',
    'Ørsted',
    'São Paulo, Conceição',
    'Besançon',
    'Kærlighed',
    'Þór',
    'n° 5',
    'Düsseldorf, Königsallee 5 – “Müller & Söhne”',
    'Mañana',
    'Perú',
    'François Truffaut',
    'Élise',
    'Ängelholm',
    'Aïcha',
    'Tschüß',
  ],
  'Windows-1250': [
    'Łódź, Żółć',
    'Kraków, Świętokrzyska',
    'Gdańsk,PL',
    'Plzeň, Dvořák, Růžová',
    'Győr, Erdős, Petőfi',
    'Bucureşti, Iaşi, Constanţa',
    'Đorđe Čačić',
    'ŁÓDŹ ŚWIĘTA',
    'Košice, Žilina, Ľubica',
    'Jiří Novák,České Budějovice,CZ',
  ],
  'Windows-1254': ['İstanbul, Beyoğlu', 'Ağrı, Şişli, Çağlayan', 'Diyarbakır,Yıldız Sokağı', 'ÇAĞLAR ŞAHİN'],
  'Windows-1257': [
    'Rīga, Brīvības iela',
    'Šiauliai, Žemaitė, Gėlių gatvė',
    'Liepāja, Kārlis Bērziņš',
    'Tõnu Mägi,Võru,EE',
    'Klaipėda,Lithuania',
    'Ķekava, Jūrmala, Mārupes iela,LV',
  ],
  'Windows-1251': [
    'Москва',
    'МОСКВА',
    'ул. Ленина, д. 5',
    'Київ, вул. Хрещатик',
    'София, бул. Витоша',
    'Београд, Кнеза Михаила',
    'Ольга, Рязань',
    'пр-т Мира, Курск',
    'ЮЖНАЯ',
    'Київ',
    'Минск',
    'Иван Петров,Blue mug',
  ],
  'Windows-1253': [
    'Αθήνα',
    'Θεσσαλονίκη, οδός Ερμού',
    'ΑΘΗΝΑ',
    'Νίκος Ρόδος',
    'Λεωφόρος Κηφισού 10',
    'Χαλάνδρι',
    'Γιώργος Παπαδόπουλος',
  ],
  'Shift-JIS': [
    '東京都足立区千住1-1',
    '試験 太郎',
    '山田花子,大阪府',
    'ヤマダ ハナコ',
    'ﾔﾏﾀﾞ ﾊﾅｺ,東京都港区',
    'さくら通り',
  ],
  GBK: ['上海市浦东新区世纪大道', '李明', '广东省深圳市', '王小红,蓝色杯子', '北京市朝阳区建国路88号'],
  Big5: ['台北市信義區市府路', '陳大文', '香港九龍彌敦道', '王小明,藍色杯子', '高雄市三民區建國路'],
} as const;

/** Encodes by what a decoder reads. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  const high = Array.from({ length: 128 }, (_, at) => at + 128);
  const low = Array.from({ length: 191 }, (_, at) => at + 64);
  for (const lead of high) {
    bytesOf.set(decoder.decode(Uint8Array.of(lead)), [lead]);
    if (encoding.startsWith('Windows')) continue;
    for (const trail of low) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (!bytesOf.has(character)) bytesOf.set(character, [lead, trail]);
    }
  }
  return Buffer.from([...text].flatMap((one) => (one < '\x80' ? [one.charCodeAt(0)] : (bytesOf.get(one) ?? [63]))));
}

it.each(Object.entries(TEXTS).flatMap(([encoding, texts]) => texts.map((text) => [encoding, text])))(
  'letters of %s are recognised: %s',
  (encoding, text) => expect(guessEncoding(encode(`Name,City\r\n1,${text},x\r\n`, encoding))).toBe(encoding),
);

it('a damaged file stays what most of it is', () => {
  const bytes = Buffer.concat([Buffer.from('Göteborg,Malmö\nÅrhus,'), Buffer.from([0xe5]), Buffer.from('x\n')]);
  expect(guessEncoding(bytes)).toBe('UTF-8');
});

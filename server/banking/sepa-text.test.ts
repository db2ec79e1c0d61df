import { expect, it } from 'vitest';
import { sepaText } from './sepa-text.ts';

/** Real names of companies and people, as the EPC’s tables spell them. */
const NAMES = [
  ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoylos'],
  ['Χρήστος Ψαρράς', 'CHristos PSarras'],
  ['ΑΘΗΝΑΪΚΗ ΖΥΘΟΠΟΙΙΑ Α.Ε.', 'ATHINAIKI ZYTHOPOIIA A.E.'],
  ['Ξένια Αϋφαντή', 'Xenia Ayfanti'],
  ['Георги Първанов', 'Georgi Parvanov'],
  ['Людмила Живкова', 'Lyudmila ZHivkova'],
  ['Щерю Чавдаров', 'SHTeryu CHavdarov'],
  ['Николай Цветков', 'Nikolay TSvetkov'],
  ['Бюро Ябълка ООД', 'Byuro YAbalka OOD'],
  ['Евгений Крылов', 'Evgeniy Krylov'],
  ['Ђорђе Његош', 'DJordje NJegosh'],
  ['Åsa Öberg-Sjögren', 'Asa Oberg-Sjogren'],
  ['Strauß & Söhne', 'Straus + Sohne'],
  ['Søren Ærø', 'Soren Aro'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['İsmail Işık', 'Ismail Isik'],
  ['Guðrún Þórsdóttir', 'Gudrun THorsdottir'],
  ['Jānis Ķēniņš; Ștefan Țepeș', 'Janis Kenins, Stefan Tepes'],
  ['Œuvre d’Élodie', "Ouvre d'Elodie"],
  ['info@north.example', 'info(at)north.example'],
  ['株式会社', '....'],
] as const;

it.each(NAMES)('spells %s as %s', (name, spelled) => {
  expect(sepaText(name, 70)).toBe(spelled);
  // However its accents are stored.
  expect(sepaText(name.normalize('NFD'), 70)).toBe(spelled);
});

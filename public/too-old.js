// Shown by browsers that cannot run the app: kept to what the oldest of them understand.
(function () {
  var notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.style.cssText = 'margin:0;padding:16px;background:#fff0ad;color:#14171c;font:18px/1.4 sans-serif';
  notice.appendChild(
    document.createTextNode(
      'This browser is too old for this site. Update it, or use another one: ' +
        'Chrome or Edge 111, Firefox 121, Safari 16.4 (iOS 16.4), or anything newer.',
    ),
  );
  document.body.insertBefore(notice, document.body.firstChild);
})();

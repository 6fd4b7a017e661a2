{{/*
What the templates made from src/envoy/targets ask for, from the chart's values: `portcullis.generated.istio` and
`portcullis.generated.envoyGateway`. Mistakes that would leave traffic unscanned are refused here.
*/}}
{{- define "portcullis.meshParams" -}}
{{- $root := . -}}
{{- $config := .Values.config | default dict -}}
{{- $url := urlParse (required "upstream.url must say where the provider is" .Values.upstream.url) -}}
{{- if not (has $url.scheme (list "http" "https")) }}{{ fail (printf "upstream.url must be an http or https URL, not %q" .Values.upstream.url) }}{{ end -}}
{{- if or $url.userinfo $url.query $url.fragment }}{{ fail "upstream.url must have no credentials, query or fragment" }}{{ end -}}
{{- $isTls := eq $url.scheme "https" -}}
{{- /* Patches match it letter by letter, and Istio writes names small. */ -}}
{{- $host := lower (regexReplaceAll ":[0-9]+$" $url.host "") -}}
{{- if or (regexMatch "^[0-9.]+$" $host) (contains "[" $host) }}{{ fail "upstream.url must name the provider by a DNS name in this mode" }}{{ end -}}
{{- $port := regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default (ternary "443" "80" $isTls) -}}
{{- $path := trimSuffix "/" $url.path -}}
{{- if not (hasSuffix "/v1" $path) }}{{ $path = printf "%s/v1" $path }}{{ end -}}
{{- $gateway := .Values.istio.gateway -}}
{{- $gatewayTls := $gateway.tlsSecret | default "" -}}
{{- $gatewayNamespace := $gateway.namespace | default .Release.Namespace -}}
{{- $contexts := .Values.istio.contexts -}}
{{- if and (eq .Values.mode "istio") (has "GATEWAY" $contexts) (not $gateway.host) }}{{ fail "istio.gateway.host must be the name that callers use: the processor is switched on by it" }}{{ end -}}
{{- if and (eq .Values.mode "istio") (has "GATEWAY" $contexts) (not $gateway.selector) }}{{ fail "istio.gateway.selector must select the gateway's pods" }}{{ end -}}
{{- if and (eq .Values.mode "istio") (not $contexts) }}{{ fail "istio.contexts must name at least one: without, nothing is scanned" }}{{ end -}}
{{- if and (eq .Values.mode "istio") .Values.upstream.ca.name }}{{ fail "upstream.ca is not for mode istio, whose proxies trust the CAs of their own image: write a DestinationRule of your own, with istio.destinationRule.enabled false" }}{{ end -}}
{{- $eg := .Values.envoyGateway -}}
{{- $egTls := $eg.gateway.tlsSecret | default "" -}}
{{- $isSidecar := eq $eg.placement "sidecar" -}}
{{- if and (eq .Values.mode "envoyGateway") $isSidecar (not $eg.gateway.create) }}{{ fail "envoyGateway.placement sidecar needs envoyGateway.gateway.create: the processor is in the pods of that gateway" }}{{ end -}}
{{- $labels := include "portcullis.labels" . | fromYaml -}}
{{- $fullname := include "portcullis.fullname" . -}}
{{- $shutdown := $config.shutdown | default dict -}}
{{- $validation := dict "hostname" $host "wellKnownCACertificates" "System" -}}
{{- if .Values.upstream.ca.name -}}
{{- $validation = dict "hostname" $host "caCertificateRefs" (list (dict "group" "" "kind" .Values.upstream.ca.kind "name" .Values.upstream.ca.name)) -}}
{{- end -}}
{{- dict
  "name" $fullname
  "namespace" .Release.Namespace
  "labels" $labels
  "processorHost" (include "portcullis.processor.host" .)
  "processorService" (include "portcullis.processor.serviceName" .)
  "processorPort" 9000
  "maxBodyBytes" (dig "scan" "maxBodyBytes" 8388608 $config)
  "messageTimeoutMs" (dig "extProc" "messageTimeoutMs" 5000 $config)
  "idleTimeoutMs" (dig "proxy" "idleTimeoutMs" 300000 $config)
  "drainMs" (add (int64 (dig "shutdown" "drainMs" 5000 $config)) (int64 (dig "shutdown" "graceMs" 300000 $config)))
  "provider" (dict
    "host" $host
    "port" (atoi $port)
    "isTls" $isTls
    "path" $path
    "pathPrefix" (printf "%s/" $path)
    "authority" $url.host
  )
  "istio" (dict
    "contexts" $contexts
    "plainPort" .Values.istio.serviceEntry.port
    "tlsMode" (ternary "SIMPLE" "DISABLE" $isTls)
    "serviceEntry" .Values.istio.serviceEntry.enabled
    "destinationRule" .Values.istio.destinationRule.enabled
    "exportTo" (ternary (list "." $gatewayNamespace) (list ".") (and (has "GATEWAY" $contexts) (ne $gatewayNamespace .Release.Namespace)))
    "providerLabels" (ternary (merge (dict "istio.io/use-waypoint" (.Values.istio.waypoint.name | default "waypoint")) $labels) $labels (has "WAYPOINT" $contexts))
    "gateway" (dict
      "create" $gateway.create
      "namespace" $gatewayNamespace
      "selector" ($gateway.selector | default dict)
      "host" ($gateway.host | default "")
      "port" ($gateway.port | default (ternary 443 80 (ne $gatewayTls "")))
      "protocol" (ternary "HTTPS" "HTTP" (ne $gatewayTls ""))
      "tlsSecret" $gatewayTls
    )
    "sidecar" (dict "selector" (.Values.istio.sidecar.selector | default dict))
    "waypoint" (dict
      "create" .Values.istio.waypoint.create
      "name" (.Values.istio.waypoint.name | default "waypoint")
      "labels" (merge (dict "istio.io/waypoint-for" "all") $labels)
    )
  )
  "envoyGateway" (dict
    "processor" (ternary "socket" (ternary "tls" "service" (not (empty (include "portcullis.usesMtls" .)))) $isSidecar)
    "clientSecret" (include "portcullis.clientSecret" .)
    "createClass" $eg.gatewayClass.create
    "createGateway" $eg.gateway.create
    "gatewayClass" ($eg.gatewayClass.name | default $fullname)
    "controllerName" $eg.gatewayClass.controllerName
    "gateway" ($eg.gateway.name | default $fullname)
    "port" $eg.gateway.port
    "protocol" (ternary "HTTPS" "HTTP" (ne $egTls ""))
    "tlsSecret" $egTls
    "chain" (ternary "filter_chains/0" "default_filter_chain" (ne $egTls ""))
    "hostnames" ($eg.httpRoute.hostnames | default list)
    "tlsValidation" $validation
    "patchesReplies" $eg.patchPolicy.enabled
    "container" (ternary (include "portcullis.sidecar.container" $root | fromYaml) dict $isSidecar)
    "pullSecrets" (ternary (.Values.global.imagePullSecrets | default list) list $isSidecar)
    "volumes" (ternary (include "portcullis.sidecar.volumes" $root | fromYamlArray) list $isSidecar)
  )
| toYaml -}}
{{- end -}}
